//! Finds the migrations and the libraries that Cairn ships, so that adding a file is all that a new one takes.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    migrations();
    libraries();
}

fn migrations() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut names = names(&folder.join("sqlite"), "sql");
    names.sort();
    let mut code = String::from("&[\n");
    for file in &names {
        println!("cargo:rerun-if-changed={}", folder.join("sqlite").join(file).display());
        println!("cargo:rerun-if-changed={}", folder.join("postgres").join(file).display());
        let name = file.trim_end_matches(".sql");
        let version: i64 = name.split('_').next().and_then(|number| number.parse().ok()).expect("0001_name.sql");
        let path =
            |database: &str| fs::canonicalize(folder.join(database).join(file)).expect("each migration has a pair");
        writeln!(
            code,
            "Migration {{ version: {version}, name: {name:?}, sqlite: include_str!({:?}), postgres: include_str!({:?}) }},",
            path("sqlite").to_string_lossy(),
            path("postgres").to_string_lossy(),
        )
        .expect("writing to a text");
    }
    code.push(']');
    write("migrations.rs", &code);
}

fn libraries() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../libraries");
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut names = names(&folder, "yaml");
    names.sort();
    let mut code = String::from("&[\n");
    for name in &names {
        let path = fs::canonicalize(folder.join(name)).expect("a library is there");
        println!("cargo:rerun-if-changed={}", path.display());
        writeln!(code, "({name:?}, include_bytes!({:?})),", path.to_string_lossy()).expect("writing to a text");
    }
    code.push(']');
    write("libraries.rs", &code);
}

fn names(folder: &Path, ending: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| Path::new(name).extension().is_some_and(|own| own == ending))
        .collect()
}

fn write(name: &str, code: &str) {
    let out = Path::new(&env::var("OUT_DIR").expect("set by cargo")).join(name);
    fs::write(out, code).expect("the output folder can be written");
}
