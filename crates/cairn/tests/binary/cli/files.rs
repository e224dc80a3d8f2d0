//! Uploads, downloads, and files made by jobs.

use std::process::{Command, Stdio};

use super::desk::Desk;
use crate::instance::{DEADLINE, names_in, wait_until};

fn read(desk: &Desk, name: &str) -> String {
    std::fs::read_to_string(desk.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn files_go_up_and_come_down() {
    let desk = Desk::new();
    desk.print(&["evidence", "create", "Screenshot"]);
    std::fs::write(desk.path("proof.txt"), "all is well\n").expect("a file");
    std::fs::write(desk.path("more.txt"), "really\n").expect("a file");
    desk.print(&["evidence", "upload", "Screenshot", "more.txt", "proof.txt"]);
    assert_eq!(desk.print(&["evidence", "attachment", "Screenshot", "--output", "-"]), "all is well\n");
    assert_eq!(desk.print(&["evidence", "download", "Screenshot"]), "all is well\n", "into a pipe");
    desk.print(&["evidence", "download", "Screenshot", "--file", "copy.txt"]);
    desk.print(&["evidence", "download", "Screenshot", "-o", "copy.txt"]);
    assert_eq!(read(&desk, "copy.txt"), "all is well\n");
    desk.run(&["evidence", "upload", "Screenshot"]).ended(2, "FILE");
    desk.run(&["evidence", "upload", "Screenshot", "nowhere.txt"]).ended(1, "cannot read nowhere.txt");
    std::fs::write(desk.path("run.exe"), "MZ").expect("a file");
    desk.run(&["evidence", "upload", "Screenshot", "run.exe"]).ended(1, "Allowed extensions");
}

#[test]
fn a_file_has_its_own_name_and_writes_over_none() {
    let desk = Desk::new();
    desk.print(&["evidence", "create", "Screenshot"]);
    std::fs::write(desk.path("proof.txt"), "all is well\n").expect("a file");
    desk.print(&["evidence", "upload", "Screenshot", "proof.txt"]);
    std::fs::write(desk.path("proof.txt"), "my own\n").expect("a file");
    desk.run(&["evidence", "download", "Screenshot", "--output", "."]).ended(1, "proof.txt already exists");
    assert_eq!(read(&desk, "proof.txt"), "my own\n");
    std::fs::create_dir(desk.path("inbox")).expect("a folder");
    desk.print(&["evidence", "download", "Screenshot", "--output", "inbox"]);
    assert_eq!(read(&desk, "inbox/proof.txt"), "all is well\n");
    assert_eq!(names_in(&desk.path("inbox")), ["proof.txt"], "nothing else is left");
    desk.run(&["evidence", "download", "Screenshot", "--output", "nowhere/x.txt"])
        .ended(1, "cannot write nowhere/x.txt");
    desk.print(&["evidence", "create", "Empty"]);
    desk.run(&["evidence", "download", "Empty", "--output", "inbox"]).ended(3, "There is no file");
    assert_eq!(names_in(&desk.path("inbox")), ["proof.txt"]);
}

#[test]
fn a_job_is_waited_for_and_its_file_kept() {
    let desk = Desk::new();
    for name in ["Vault", "Archive"] {
        desk.print(&["asset", "create", name]);
    }
    desk.print(&["asset", "export", "--job", "--search", "vault", "--output", "assets.csv"]);
    let rows = read(&desk, "assets.csv");
    assert!(rows.contains("Vault") && !rows.contains("Archive"), "{rows}");
    desk.print(&["folder", "create", "Sales"]);
    desk.print(&["folder", "pack", "Sales", "--output", "."]);
    assert!(std::fs::read(desk.path("Sales.zip")).expect("a file").starts_with(b"PK"));

    let id = desk.print(&["asset", "export", "--job", "--format", "xlsx", "--no-wait"]);
    let id = id.trim();
    let job = || desk.api().get(&format!("/api/jobs/{id}/")).is(200).json();
    wait_until("the job is done", DEADLINE, || job()["state"] == "done");
    desk.print(&["job", "download", id, "--output", "."]);
    assert!(std::fs::read(desk.path("assets.xlsx")).expect("a file").starts_with(b"PK"));
}

/// A job that nobody runs, since this server leaves jobs to workers.
#[test]
fn who_does_not_want_to_wait_is_told_how_to_go_on() {
    let desk = Desk::with(&["--no-worker"]);
    desk.print(&["asset", "create", "Vault"]);
    let mut command = desk.command(&["asset", "export", "--job", "--output", "assets.csv"]);
    let waiting = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary starts");
    wait_until("it asks for a job", DEADLINE, || desk.api().get("/api/jobs/").is(200).json()["count"] == 1);
    let id = desk.api().get("/api/jobs/").is(200).json()["results"][0]["id"].as_str().expect("an id").to_owned();
    // The job has been polled, so the waiting command is listening for the signal.
    wait_until("it is asked how far it is", DEADLINE, || desk.server.log.text().contains(&format!("/api/jobs/{id}/")));
    let sent = Command::new("kill").arg("-INT").arg(waiting.id().to_string()).status();
    assert!(sent.is_ok_and(|status| status.success()), "the signal is sent");
    let ended = waiting.wait_with_output().expect("it ends");
    let words = String::from_utf8(ended.stderr).expect("text").replace('\n', " ");
    assert_eq!(ended.status.code(), Some(1), "{words}");
    assert!(words.contains(&format!("cairn job download {id}")) && words.contains("The job keeps running"), "{words}");
    desk.print(&["job", "cancel", &id]);
    desk.run(&["job", "download", &id, "--output", "x"]).ended(3, "no file");
}
