//! A full disk. It takes a small disk of our own, which only root can mount.

use std::io::Write;
use std::path::PathBuf;
use std::process::Command;

use serde_json::json;

use crate::instance::{Instance, names_in};

struct SmallDisk(PathBuf);

impl SmallDisk {
    fn mount(at: PathBuf) -> Option<Self> {
        std::fs::create_dir(&at).expect("a folder");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=12m", "tmpfs"]).arg(&at).output();
        mounted.is_ok_and(|output| output.status.success()).then_some(Self(at))
    }

    fn ballast(&self) -> PathBuf {
        self.0.join("ballast")
    }

    /// Uses up all remaining space.
    fn fill(&self) {
        let mut file = std::fs::File::options().create(true).append(true).open(self.ballast()).expect("a file");
        for size in [64 * 1024, 4096, 512, 1] {
            while file.write_all(&vec![0; size]).is_ok() {}
        }
    }

    fn free(&self) {
        std::fs::remove_file(self.ballast()).expect("the room is free");
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_refuses_writes_and_nothing_else() {
    let instance = Instance::new();
    let data = instance.path("cairn-data");
    let Some(disk) = SmallDisk::mount(data.clone()) else {
        eprintln!("skipped: mounting a small disk is not permitted here");
        return;
    };
    let server = instance.start();
    let admin = server.with_token(&instance.token());
    let root = admin.root();
    let write = |name: &str| {
        admin.post("/api/assets/", &json!({ "name": name, "folder": root, "description": "x".repeat(20_000) }))
    };
    let evidence = admin.post("/api/evidences/", &json!({ "name": "Proof", "folder": root })).is(201).id();
    let upload = || {
        let name = "Content-Disposition: attachment; filename=\"a.txt\"\r\n";
        admin.send("POST", &format!("/api/evidences/{evidence}/upload/"), name, &vec![b'a'; 1_000_000])
    };

    disk.fill();
    // The database may have some free space of its own.
    let mut kept = Vec::new();
    let refused = loop {
        let name = format!("asset {}", kept.len());
        let answer = write(&name);
        if answer.status != 201 {
            break answer;
        }
        kept.push(name);
        assert!(kept.len() < 1000, "the disk is full");
    };
    refused.is_problem(507, "storage_full");
    upload().is_problem(507, "storage_full");
    // The caller learns of the refusal, although there is no space to record it.
    server.with_token("not-a-token").get("/api/assets/").is_problem(401, "not_authenticated");
    let wrong = json!({ "email": "admin@example.com", "password": "wrong" });
    server.nobody().post("/api/iam/login/", &wrong).is_problem(401, "not_authenticated");
    let names = |path: &str| {
        let mut names = admin.get(path).is(200).column("name");
        names.sort();
        names
    };
    kept.sort();
    assert_eq!(names("/api/assets/"), kept);
    server.nobody().get("/api/health/").is(200);
    assert_eq!(names_in(&data.join("files/unfinished")), [""; 0], "no half of a file is left");

    disk.free();
    write("after").is(201);
    upload().is(200);
    kept.push("after".to_owned());
    kept.sort();
    assert_eq!(names("/api/assets/"), kept);
    server.stop();

    let again = instance.start();
    let found = again.with_token(&instance.token()).get("/api/assets/").is(200).column("name");
    assert_eq!(found.len(), kept.len());
    drop(again);
}
