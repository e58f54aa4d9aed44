//! Jobs against the command line: odd inputs through all doors, and jobs that parse to themselves.

mod doors;
mod reproduced;
