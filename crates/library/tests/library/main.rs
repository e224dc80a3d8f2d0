//! The file format as others use it: public files, our own samples, the files that Cairn ships, and files that mean harm.

mod changes;
mod hostile;
mod problems;
mod public;
mod random;
mod samples;
mod shipped;
mod workbooks;
