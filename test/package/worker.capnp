# The configuration with which workerd serves a Worker.
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "sandbox", worker = (
    modules = [(name = "worker", esModule = embed "worker.js")], compatibilityDate = "2026-11-01"
  ))],
  sockets = [(name = "http", address = "127.0.0.1:4020", http = (), service = "sandbox")]
);
