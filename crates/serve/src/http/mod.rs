//! HTTP: addresses, refused requests, the headers of every answer.

mod connections;
mod guard;
mod post;
mod reply;
mod routes;
mod timed_connection;
mod unread;

pub use connections::serve;
pub use guard::Hosts;
pub use routes::app;
