//! A connection whose client must take an answer in time: writing fails if it does not.

use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// A connection, and how long an answer may take to be written.
pub struct TimedConnection {
    stream: TcpStream,
    patience: Duration,
    /// When the client's time is over, counted from its last complete answer; none while nothing
    /// waits.
    end: Option<Pin<Box<Sleep>>>,
}

impl TimedConnection {
    /// A connection whose client has this long to take what waits for it.
    pub fn new(stream: TcpStream, patience: Duration) -> Self {
        Self { stream, patience, end: None }
    }

    /// Passes the outcome of a write on. If it waits for the client and the client's time is over,
    /// fails.
    fn in_time<T>(&mut self, cx: &mut Context<'_>, done: Poll<Result<T>>) -> Poll<Result<T>> {
        if done.is_ready() {
            return done;
        }
        let patience = self.patience;
        let end = self.end.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(end.as_mut().poll(cx));
        // What the system holds for the client is dropped too.
        let _ = self.stream.set_zero_linger();
        Poll::Ready(Err(Error::new(ErrorKind::TimedOut, "the client does not take its answer")))
    }
}

impl AsyncRead for TimedConnection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for TimedConnection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.in_time(cx, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.in_time(cx, done)
    }

    /// Without it, answers would be copied.
    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// Hyper flushes when all is written.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        self.end = None;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
