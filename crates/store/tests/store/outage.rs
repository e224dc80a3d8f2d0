//! PostgreSQL goes away and comes back; the store goes on without a restart.

use std::net::SocketAddr;
use std::time::Duration;

use cairn_model::value::Type;
use cairn_store::{DatabaseUrl, Db, Options, Sql, StoreError};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::task::JoinSet;
use tokio_postgres::config::Host;

use crate::support::{ITEMS, Store, add, insert_item, read_items, soon};

#[tokio::test]
async fn connections_that_the_server_closed_are_replaced() {
    let store = Store::postgres_with(&Options { connections: 4, ..Options::default() }).await;
    store.run(ITEMS).await;
    let other = store.open_again().await;
    let kill = Sql::from(
        "select count(pg_terminate_backend(pid)) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()",
    );
    for round in 0..10 {
        // Several idle connections, of which each may be the next one taken.
        let held = (store.db.read().await.unwrap(), store.db.read().await.unwrap(), store.db.read().await.unwrap());
        drop(held);
        other.read().await.unwrap().query(&kill, &[Type::Int]).await.unwrap();
        if round % 2 == 0 {
            soon(add(&store.db, round)).await.unwrap();
        } else {
            assert_eq!(soon(store.items()).await.len() as i64, (round + 1) / 2);
        }
    }
    // A connection that is lost while on loan is replaced as well, as long as it only reads.
    let mut reader = store.db.read().await.unwrap();
    read_items(&mut reader).await.unwrap();
    let mut writer = store.db.write().await.unwrap();
    writer.execute(&insert_item(100)).await.unwrap();
    other.read().await.unwrap().query(&kill, &[Type::Int]).await.unwrap();
    assert_eq!(read_items(&mut reader).await.unwrap().len(), 5);
    assert!(matches!(writer.commit().await, Err(StoreError::Unavailable(_))));
    assert_eq!(store.items().await.len(), 5);
    store.remove().await;
}

#[tokio::test]
async fn an_outage_ends_by_itself() {
    let store = Store::postgres().await;
    store.run(ITEMS).await;
    let DatabaseUrl::Postgres(url) = &store.url else { unreachable!() };
    let target: tokio_postgres::Config = url.parse().unwrap();
    let mut proxy = Proxy::start(&target, "127.0.0.1:0".parse().unwrap()).await;
    let through = DatabaseUrl::Postgres(proxied(&target, proxy.address));
    let db = Db::open(&through, &Options::default()).await.unwrap();
    add(&db, 1).await.unwrap();
    let mut interrupted = db.write().await.unwrap();
    interrupted.execute(&insert_item(2)).await.unwrap();

    let address = proxy.address;
    proxy.stop().await;
    assert!(matches!(interrupted.commit().await, Err(StoreError::Unavailable(_))));
    for _ in 0..3 {
        let before = tokio::time::Instant::now();
        assert!(matches!(db.ping().await, Err(StoreError::Unavailable(_))));
        assert!(matches!(add(&db, 3).await, Err(StoreError::Unavailable(_))));
        assert!(before.elapsed() < Duration::from_secs(12));
    }

    let mut proxy = Proxy::start(&target, address).await;
    soon(add(&db, 4)).await.unwrap();
    assert_eq!(soon(crate::support::items(&db)).await, [1, 4]);
    proxy.stop().await;
    store.remove().await;
}

#[tokio::test]
async fn a_server_that_is_not_there_is_unavailable() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let url = DatabaseUrl::Postgres(format!("postgres://cairn:hunter2@{address}/cairn"));
    let options = Options { connect: Duration::from_millis(300), ..Options::default() };
    // It accepts and says nothing; and then it is not there at all.
    let error = soon(Db::open(&url, &options)).await.err().unwrap();
    assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
    drop(listener);
    let error = soon(Db::open(&url, &options)).await.err().unwrap();
    assert!(matches!(&error, StoreError::Unavailable(reason) if reason.contains("refused")), "{error}");
    assert!(!error.to_string().contains("hunter2"));
}

/// The address of the test database with the proxy in place of the server.
fn proxied(target: &tokio_postgres::Config, address: SocketAddr) -> String {
    let password = target.get_password().map(|word| format!(":{}", String::from_utf8_lossy(word))).unwrap_or_default();
    format!("postgres://{}{password}@{address}/{}", target.get_user().unwrap(), target.get_dbname().unwrap())
}

/// Forwards connections to the server, until it is stopped.
struct Proxy {
    address: SocketAddr,
    task: tokio::task::JoinHandle<()>,
}

impl Proxy {
    async fn start(target: &tokio_postgres::Config, address: SocketAddr) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let host = target.get_hosts()[0].clone();
        let port = target.get_ports().first().copied().unwrap_or(5432);
        let task = tokio::spawn(async move {
            // Dropped with the task, and all connections with it.
            let mut connections = JoinSet::new();
            loop {
                let (mut client, _) = listener.accept().await.unwrap();
                let host = host.clone();
                connections.spawn(async move {
                    let _ = match host {
                        Host::Tcp(name) => {
                            let mut server = TcpStream::connect((name, port)).await.unwrap();
                            copy_bidirectional(&mut client, &mut server).await
                        }
                        Host::Unix(folder) => {
                            let path = folder.join(format!(".s.PGSQL.{port}"));
                            let mut server = UnixStream::connect(path).await.unwrap();
                            copy_bidirectional(&mut client, &mut server).await
                        }
                    };
                });
            }
        });
        Self { address, task }
    }

    async fn stop(&mut self) {
        self.task.abort();
        assert!((&mut self.task).await.unwrap_err().is_cancelled());
    }
}
