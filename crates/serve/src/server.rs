//! Binds the address and answers requests until it is stopped.

use super::http::{self, Hosts};
use crate::answers;
use crate::requests::Failure;
use crate::site::{
    Assessment, AssessmentSettings, Judging, JudgingSettings, ServedSite, WatchedIndex, WorkerPool,
    is_same_file,
};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tamis::{Error, Result};

/// How often to look for a new commit.
const REFRESH: Duration = Duration::from_secs(1);
/// How long a client may take to read an answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a server shows, and where.
#[derive(Debug, Clone)]
pub struct ServerSettings {
    pub index: PathBuf,
    /// The host to listen on: an address or a name.
    pub host: String,
    /// Other names under which it may be addressed, such as that of the machine.
    pub names: Vec<String>,
    /// The port; 0 for one that is free.
    pub port: u16,
    /// Threads that do the work of requests.
    pub threads: usize,
    /// How long a client may take to read an answer; then its connection is closed.
    pub patience: Duration,
    /// What to judge by: without it, there are no measures.
    pub judging: Option<JudgingSettings>,
    /// What to write; usually nothing. Then it listens for this machine alone.
    pub assessment: Option<AssessmentSettings>,
}

/// A server that listens but does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    hosts: Hosts,
    site: Arc<ServedSite>,
    threads: usize,
    patience: Duration,
}

impl ServerSettings {
    /// The defaults: this machine alone, a free port, as many threads as there are cores.
    pub fn new(index: impl AsRef<Path>) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let index = index.as_ref().to_path_buf();
        let host = Ipv4Addr::LOCALHOST.to_string();
        Self {
            index,
            host,
            names: Vec::new(),
            port: 0,
            threads,
            patience: PATIENCE,
            judging: None,
            assessment: None,
        }
    }
}

/// Refuses to write for others: who may reach the address may judge.
fn check_private(settings: &ServerSettings, addresses: &[SocketAddr]) -> Result<()> {
    if let Some(public) = addresses.iter().find(|address| !address.ip().is_loopback()) {
        let problem = format!(
            "found {}, which other machines may reach, expected an address of this machine alone, \
             such as {}, in a server that writes judgements",
            public.ip(),
            Ipv4Addr::LOCALHOST
        );
        return Err(Error::setting("host", problem));
    }
    if let Some(name) = settings.names.first() {
        let problem = format!("found {name}, expected no other name where judgements are written");
        return Err(Error::setting("allow_host", problem));
    }
    Ok(())
}

/// Refuses to write the file that agreement is measured with: each would be the other's copy.
fn check_other_file(settings: &ServerSettings) -> Result<()> {
    let judging = settings.judging.as_ref();
    let pages = settings.assessment.as_ref().and_then(|writes| writes.pages.as_ref());
    let Some((judging, pages)) = judging.zip(pages) else { return Ok(()) };
    if !is_same_file(judging.judged.qrels.path(), &pages.file) {
        return Ok(());
    }
    let problem = format!(
        "found {}, which is the file of the qrels too, expected another one, which need not be \
         there yet; to go on with these judgements, leave out the qrels",
        pages.file.display()
    );
    Err(Error::setting("judge", problem))
}

/// Refuses an index without the pages themselves, by which removers are trained.
fn check_stored(index: &WatchedIndex) -> Result<()> {
    if index.snapshot().has_originals() {
        return Ok(());
    }
    let lacking = "does not have the pages themselves, which a data set of judged blocks needs \
                   (`tamis index --force --store all`)";
    Err(Error::index(index.path(), lacking))
}

/// A failure that no request caused.
fn into_error(failure: Failure) -> Error {
    match failure {
        Failure::Error(error) => error,
        other => Error::settings(other.message()),
    }
}

impl Server {
    /// Opens the index and binds the address.
    ///
    /// # Errors
    /// An index or a file that cannot be read, and an address that cannot be bound.
    pub fn bind(settings: &ServerSettings) -> Result<Self> {
        check_other_file(settings)?;
        let judging = settings.judging.as_ref().map(Judging::read).transpose()?;
        let place = format!("{}:{}", settings.host, settings.port);
        let refused = |error| Error::io("listen", Path::new(&place), error);
        let addresses: Vec<SocketAddr> =
            (&*settings.host, settings.port).to_socket_addrs().map_err(refused)?.collect();
        if settings.assessment.is_some() {
            check_private(settings, &addresses)?;
        }
        let index = WatchedIndex::open(&settings.index)?;
        if settings.assessment.as_ref().is_some_and(|writes| writes.blocks.is_some()) {
            check_stored(&index)?;
        }
        let listener = TcpListener::bind(&addresses[..]).map_err(refused)?;
        listener.set_nonblocking(true).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        // Last: a server that cannot start makes no file.
        let assessment = settings.assessment.as_ref().map(Assessment::open).transpose()?;
        let site = Arc::new(ServedSite { index, judging, assessment });
        answers::gold::catch_up(&site).map_err(into_error)?;
        let hosts = Hosts::new([&settings.host].into_iter().chain(&settings.names), address.ip());
        let ServerSettings { threads, patience, .. } = *settings;
        Ok(Self { listener, address, hosts, site, threads, patience })
    }

    /// The address of the first page.
    pub fn url(&self) -> String {
        let shown = match self.address.ip() {
            // Listening everywhere is no address to open.
            ip if ip.is_unspecified() => {
                SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), self.address.port())
            }
            _ => self.address,
        };
        format!("http://{shown}/")
    }

    /// Whether other machines can reach it.
    pub fn is_public(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// Answers requests until `stop` says so, which is called a few times a second.
    ///
    /// # Errors
    /// [`Error::Io`] if the system refuses threads or the socket.
    pub fn run(self, stop: impl Fn() -> bool + Send + 'static) -> Result<()> {
        let refused = |error| Error::io("listen", Path::new("(the network)"), error);
        let pool = WorkerPool::new(self.threads)?;
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime =
            runtime.worker_threads(2).enable_io().enable_time().thread_name("tamis-serve").build();
        let runtime = runtime.map_err(refused)?;
        let watched = self.site.clone();
        runtime.spawn(async move {
            loop {
                tokio::time::sleep(REFRESH).await;
                let site = watched.clone();
                // Opening an index reads its files: not for a thread that answers others meanwhile.
                let _ = tokio::task::spawn_blocking(move || site.index.refresh()).await;
            }
        });
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let app = http::app(self.site, pool, self.hosts);
            http::serve(listener, app, self.patience, stop).await;
            Ok(())
        });
        // Nobody waits for work that is still running.
        runtime.shutdown_timeout(Duration::from_millis(500));
        served.map_err(refused)
    }
}
