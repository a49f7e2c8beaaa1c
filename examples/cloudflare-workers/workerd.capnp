using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    # Here the KMS stands on this machine, too. Cloudflare reaches the internet alone.
    (name = "internet", network = (allow = ["public", "private"], tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "main")],
);

const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "bundle/worker.js")],
  compatibilityDate = "2026-01-01",
  bindings = [
    (name = "KMS_ENDPOINT", fromEnvironment = "KMS_ENDPOINT"),
    (name = "KMS_KEY_VERSION", fromEnvironment = "KMS_KEY_VERSION"),
    (name = "KMS_TOKEN", fromEnvironment = "KMS_TOKEN"),
    (name = "CERTIFICATE", fromEnvironment = "CERTIFICATE"),
  ],
);
