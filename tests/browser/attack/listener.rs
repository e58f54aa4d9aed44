//! The one who hopes for a request: a server that pages of the crawl point at.

use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// Notes the ports of all who connect to an address that nobody should connect to.
pub struct Listener {
    /// The address, `http://127.0.0.1:PORT`.
    pub origin: String,
    port: u16,
    callers: Arc<Mutex<Vec<u16>>>,
}

impl Listener {
    /// Listens on a free port.
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let callers = Arc::new(Mutex::new(Vec::new()));
        let noted = callers.clone();
        std::thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                let port = connection.peer_addr().map_or(0, |address| address.port());
                noted.lock().expect("no panic").push(port);
            }
        });
        Self { origin: format!("http://127.0.0.1:{port}"), port, callers }
    }

    /// How many connections there were. The system hands them on in their order: those before are
    /// noted when our own is.
    pub fn connections(&self) -> usize {
        let own = TcpStream::connect(("127.0.0.1", self.port)).expect("the listener listens");
        let own = own.local_addr().expect("an address").port();
        loop {
            let mut callers = self.callers.lock().expect("no panic");
            if let Some(at) = callers.iter().position(|port| *port == own) {
                callers.remove(at);
                return callers.len();
            }
            drop(callers);
            std::thread::yield_now();
        }
    }
}
