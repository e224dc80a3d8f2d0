mod bodies;
mod compression;
mod deadlines;
mod stopping;
mod wire;
