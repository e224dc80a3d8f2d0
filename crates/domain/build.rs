//! Finds the migrations, so that adding a pair of files is all that a new one takes.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut names: Vec<String> = fs::read_dir(folder.join("sqlite"))
        .expect("the folder of SQLite migrations is there")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| Path::new(name).extension().is_some_and(|ending| ending == "sql"))
        .collect();
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
    let out = Path::new(&env::var("OUT_DIR").expect("set by cargo")).join("migrations.rs");
    fs::write(out, code).expect("the output folder can be written");
}
