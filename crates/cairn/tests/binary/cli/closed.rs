//! A reader that stops early, such as `head`: every command ends quietly.

use std::process::{Command, Stdio};

use super::desk::Desk;
use crate::instance::Ran;

/// Runs a command whose standard output is already closed.
fn unread(mut command: Command) -> Ran {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    command.stdin(Stdio::null()).stdout(writer).stderr(Stdio::piped());
    let child = command.spawn().expect("the binary starts");
    drop(command);
    child.wait_with_output().map(Ran::from).expect("the command ends")
}

#[test]
fn nobody_reads_any_more() {
    let desk = Desk::new();
    desk.print(&["folder", "create", "Sales"]);
    desk.print(&["asset", "create", "Vault"]);
    desk.print(&["evidence", "create", "Report"]);
    std::fs::write(desk.path("report.txt"), "x".repeat(100_000)).expect("a file");
    desk.print(&["evidence", "upload", "Report", "report.txt"]);
    for arguments in [
        &["asset", "list"][..],
        &["asset", "list", "-o", "json"],
        &["asset", "list", "-o", "id"],
        &["asset", "export"],
        &["folder", "export", "Sales"],
        &["evidence", "download", "Report"],
        &["import", "--template", "--kind", "assets"],
        &["api", "GET", "/api/build/"],
        &["completion", "bash"],
        &["docs"],
        &["whoami"],
        &["--help"],
    ] {
        let ran = unread(desk.command(arguments));
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    }
    desk.server.stop();
    for arguments in [
        &["journal", "verify"][..],
        &["journal", "verify", "--json"],
        &["journal", "export", "--out", "-"],
        &["journal", "key"],
        &["admin", "api-access", "status"],
    ] {
        let ran = unread(desk.instance.command(arguments));
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    }
}
