//! Accepts connections up to a limit, and ends those that send nothing or do not read.

use super::timed_connection::TimedConnection;
use axum::Router;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// The most open connections; others wait to be accepted.
const MAX_CONNECTIONS: usize = 512;
/// The most bytes of a request's head.
const MAX_HEAD: usize = 64 << 10;
/// How long a client may take to send a request's head, and how long a connection may be idle.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// How often to check whether to stop.
const EVERY: Duration = Duration::from_millis(50);
/// How long open requests may go on after the end.
const ENDING: Duration = Duration::from_millis(500);

/// Answers connections until `stop` says so. A client has `patience` to take an answer.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    patience: Duration,
    stop: impl Fn() -> bool + Send,
) {
    let open = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let ending = GracefulShutdown::new();
    let mut clock = tokio::time::interval(EVERY);
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &open) => accepted,
            _ = clock.tick() => {
                if stop() { break }                continue
            }
        };
        let Some((stream, permit)) = accepted else { continue };
        let mut http = hyper::server::conn::http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(MAX_HEAD);
        let stream = TokioIo::new(TimedConnection::new(stream, patience));
        let connection = http.serve_connection(stream, TowerToHyperService::new(app.clone()));
        let connection = ending.watch(connection);
        tokio::spawn(async move {
            // Hyper answers a client that breaks the connection or the protocol; nobody else has to
            // know.
            let _ = connection.await;
            drop(permit);
        });
    }
    let _ = tokio::time::timeout(ENDING, ending.shutdown()).await;
}

/// Accepts the next connection; none if the system could not, which passes.
async fn accept(
    listener: &TcpListener,
    open: &Arc<Semaphore>,
) -> Option<(tokio::net::TcpStream, tokio::sync::OwnedSemaphorePermit)> {
    let permit = open.clone().acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, _)) => {
            let _ = stream.set_nodelay(true);
            Some((stream, permit))
        }
        Err(_) => {
            // Out of files, say: busy waiting would not help.
            tokio::time::sleep(EVERY).await;
            None
        }
    }
}
