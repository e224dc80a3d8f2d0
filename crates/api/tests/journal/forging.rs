//! What someone with the database and the key could do: write a whole new history.

use cairn_journal::bundle::{Header, Writer};
use cairn_journal::{Frontier, Head, Sealed, Signer};

/// The key of test servers.
pub fn signer() -> Signer {
    Signer::new([7; 32])
}

/// A bundle of these entries with everything right: places, hashes, and heads at these sizes.
pub fn forge(entries: Vec<Sealed>, sizes: &[u64], signer: &Signer) -> (Vec<u8>, Vec<Head>) {
    let exported_at = "2026-03-01T12:00:00.000000Z".to_owned();
    let has_erasures = entries.iter().any(|entry| entry.body.replaced().is_some());
    let size = entries.len() as u64;
    let header = Header { size, horizon: None, exported_at: exported_at.clone(), has_erasures };
    let mut writer = Writer::new(Vec::new(), false, &header).unwrap();
    let (mut edge, mut heads) = (Frontier::default(), Vec::new());
    for (index, mut entry) in (0..).zip(entries) {
        entry.index = index;
        entry.hash = entry.frame.leaf(entry.body.hash());
        writer.entry(&entry).unwrap();
        edge.push(entry.hash, |_| {});
        if sizes.contains(&edge.size()) || edge.size() == header.size {
            let head = Head::sign(signer, edge.size(), edge.root(), exported_at.clone());
            writer.head(&head).unwrap();
            heads.push(head);
        }
    }
    (writer.finish().unwrap(), heads)
}
