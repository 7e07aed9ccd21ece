// The server as a process: how it ends, and what it does with bytes that no client sends.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import test from 'node:test';

import { eventually, long, place, processesAbout } from './place.mjs';

function start(t) {
  const at = place(t);
  const child = spawn(at.command, at.args, { cwd: at.cwd, env: at.env, stdio: ['pipe', 'pipe', 'inherit'] });
  const started = { child, at, lines: [], ended: null };
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece) => {
    const lines = (text + piece).split('\n');
    text = lines.pop();
    started.lines.push(...lines.map((line) => JSON.parse(line)));
  });
  child.stdin.on('error', () => {});
  child.on('close', (code, signal) => { assert.equal(text, ''); started.ended = { code, signal }; });
  started.send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  started.answer = async (id) => {
    assert.ok(await eventually(() => started.lines.some((line) => line.id === id)), `no answer to ${id}`);
    return started.lines.find((line) => line.id === id);
  };
  started.end = async (milliseconds = 10_000) => {
    assert.ok(await eventually(() => started.ended !== null, milliseconds), 'it goes on');
    return started.ended;
  };
  return started;
}

async function withACall(t) {
  const server = start(t);
  server.send({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {} } });
  server.send({ method: 'notifications/initialized' });
  server.send({
    id: 1, method: 'tools/call',
    params: { name: 'Test', arguments: { command: long }, _meta: { progressToken: 1 } },
  });
  assert.ok(await eventually(() => server.lines.some((line) => line.params?.message === 'begun')));
  return server;
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  test(`process: ${signal} ends it and its runs, and it says so`, async (t) => {
    const server = await withACall(t);
    server.child.kill(signal);
    assert.deepEqual(await server.end(), { code: 0, signal: null });
    assert.deepEqual(processesAbout(server.at.top), []);
    assert.equal((await server.answer(1)).result.structuredContent.error.code, 'TEST_CANCELLED');
  });
}

test('process: a closed stdin does the same', async (t) => {
  const server = await withACall(t);
  server.child.stdin.end();
  assert.deepEqual(await server.end(), { code: 0, signal: null });
  assert.deepEqual(processesAbout(server.at.top), []);
  assert.equal((await server.answer(1)).result.structuredContent.error.code, 'TEST_CANCELLED');
});

test('process: a client that vanishes takes the runs along', async (t) => {
  const server = await withACall(t);
  server.child.stdout.destroy();
  server.child.stdin.destroy();
  assert.ok(await eventually(() => processesAbout(server.at.top).length === 0), `${processesAbout(server.at.top)}`);
});

test('process: nothing at all is a clean end', async (t) => {
  const server = start(t);
  server.child.stdin.end();
  assert.deepEqual(await server.end(), { code: 0, signal: null });
  assert.deepEqual(server.lines, []);
});

test('process: bytes at random are refused, and it goes on', async (t) => {
  const server = start(t);
  for (let i = 0; i < 50; ++i) server.child.stdin.write(randomBytes(20_000));
  server.child.stdin.write('\n\0\0\n\n{"jsonrpc":"2.0","id":1,"method":"ping"\n');
  server.child.stdin.write(`${'['.repeat(200_000)}\n`);
  server.child.stdin.write(`{"a":"${'x'.repeat(5_000_000)}","method":"m","id":8}\n`);
  server.send({ id: 9, method: 'ping' });
  assert.deepEqual((await server.answer(9)).result, {});
  assert.equal((await server.answer(8)).error.code, -32600);
  assert.ok(server.lines.filter((line) => line.id === null).every((line) => [-32700, -32600].includes(line.error.code)));
  server.child.stdin.end('{"jsonrpc":"2.0","id":10,');
  assert.deepEqual(await server.end(), { code: 0, signal: null });
});

test('process: it is there at once', async (t) => {
  const began = process.hrtime.bigint();
  const server = start(t);
  server.send({ id: 1, method: 'tools/list', params: { _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} } } });
  await server.answer(1);
  const milliseconds = Number(process.hrtime.bigint() - began) / 1e6;
  t.diagnostic(`first tools/list after ${milliseconds.toFixed(1)} ms`);
  server.child.stdin.end();
  await server.end();
});
