// What tests in node do: worker threads, a server on loopback, a Unix socket, children, timers, WebAssembly.
import assert from "node:assert";
import { execFileSync, fork } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import zlib from "node:zlib";

const once = (emitter, event) =>
  new Promise((resolve, reject) => {
    emitter.once(event, resolve);
    emitter.once("error", reject);
  });

test("worker threads share memory", async () => {
  const shared = new SharedArrayBuffer(4);
  const code = "const { workerData } = require('worker_threads'); Atomics.add(new Int32Array(workerData), 0, 1);";
  const workers = Array.from({ length: 4 }, () => new Worker(code, { eval: true, workerData: shared }));
  await Promise.all(workers.map((worker) => once(worker, "exit")));
  assert.equal(new Int32Array(shared)[0], 4);
});

async function echo(address) {
  const server = net.createServer((socket) => socket.pipe(socket));
  server.listen(address);
  await once(server, "listening");
  const client = net.connect(typeof address === "string" ? address : server.address());
  client.write("hello");
  assert.equal(String(await once(client, "data")), "hello");
  client.destroy();
  server.close();
}

test("a server on loopback", () => echo({ host: "127.0.0.1", port: 0 }));

test("a server on localhost by name", () => echo({ host: "localhost", port: 0 }));

test("a Unix socket", async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "hello-"));
  await echo(path.join(directory, "socket"));
  fs.rmSync(directory, { recursive: true });
});

test("a child", () => assert.equal(execFileSync("sh", ["-c", "echo 42"]).toString(), "42\n"));

test("a forked node that talks back", async () => {
  fs.writeFileSync("child.cjs", "process.send({ pid: process.pid }, () => process.exit(0));");
  const child = fork("child.cjs");
  assert.equal((await once(child, "message")).pid, child.pid);
  await once(child, "exit");
});

test("compression in the thread pool", async () => {
  const packed = await new Promise((done) => zlib.gzip(Buffer.alloc(1 << 20), (_, result) => done(result)));
  assert.ok(packed.length < 1 << 20);
});

test("WebAssembly", async () => {
  const empty = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  assert.ok(await WebAssembly.instantiate(empty));
});

test("skipped", { skip: "on purpose" }, () => {});

test("fails when asked", () => assert.ok(!process.env.HELLO_FAIL));
