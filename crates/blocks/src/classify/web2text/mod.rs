//! Web2Text (Vogels, Ganea and Eickhoff, "Web2Text: Deep Structured Boilerplate Removal", ECIR 2018): two convolutional
//! networks over 128 features of each text node and 25 of each pair of neighbours, and the most probable sequence of
//! labels.

mod collapsed;
mod count;
mod features;
#[doc(hidden)]
pub mod network;
#[doc(hidden)]
pub mod reading;
#[doc(hidden)]
pub mod viterbi;
