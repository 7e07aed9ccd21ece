"""A registry of npm packages that lie in files, for the tests of packages: the part of the protocol that installing needs.

https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md
"""
import base64
import hashlib
import http.server
import json
import pathlib
import tarfile
import threading


class Registry:
    """Serves the packages on loopback; `with Registry(files) as address:`."""

    def __init__(self, files):
        self.packages = {}
        for file in map(pathlib.Path, files):
            with tarfile.open(file) as archive:
                manifest = json.load(archive.extractfile("package/package.json"))
            self.packages[manifest["name"]] = (manifest, file.read_bytes())

    def __enter__(self):
        packages = self.packages

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                name = self.path.strip("/").split("/-/")[0]
                if name not in packages:
                    self.answer(404, b"{}")
                    return
                manifest, content = packages[name]
                if "/-/" in self.path:
                    self.answer(200, content, "application/octet-stream")
                    return
                version = manifest["version"]
                dist = {"tarball": f"{address}/{name}/-/{name}-{version}.tgz", "shasum": hashlib.sha1(content).hexdigest(),
                        "integrity": "sha512-" + base64.b64encode(hashlib.sha512(content).digest()).decode()}
                document = {"name": name, "dist-tags": {"latest": version}, "time": {version: "2026-01-01T00:00:00.000Z"},
                            "versions": {version: {**manifest, "dist": dist}}}
                self.answer(200, json.dumps(document).encode())

            def answer(self, status, body, kind="application/json"):
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return address

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
