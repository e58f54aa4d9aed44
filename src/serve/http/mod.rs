//! HTTP: addresses, what is refused at the door, the headers of every answer.

mod connections;
mod guard;
mod reply;
mod routes;

pub use connections::serve;
pub use guard::Hosts;
pub use routes::app;
