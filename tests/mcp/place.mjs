// What the tests with real MCP clients share: the server under test, in a private place.
//
//   PROCTOR_BIN        the program that serves MCP over stdio
//   PROCTOR_MCP_ARGS   its arguments, separated by spaces
//
// Commands are written so that a shell and the player of tests/mcp/fake_mcp.cpp do the same with them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const command = process.env.PROCTOR_BIN ?? '';
const args = (process.env.PROCTOR_MCP_ARGS ?? '').split(' ').filter(Boolean);
if (!existsSync(command)) throw new Error(`PROCTOR_BIN must name the server; it is '${command}'`);

/// Parameters for a client's stdio transport. `asks`: whether a person has to allow each call. Clients in `closing`
/// are closed at the end of the test; nothing of the server may be left then.
export function place(t, { asks = false } = {}) {
  const top = mkdtempSync(join(tmpdir(), 'proctor-mcp-'));
  for (const directory of ['home', 'config/proctor', 'state', 'cache', 'tmp', 'project']) {
    mkdirSync(join(top, directory), { recursive: true });
  }
  writeFileSync(join(top, 'config/proctor/proctor.toml'), `[tools.approval]\nenabled = ${asks}\n`);
  const env = {
    PATH: process.env.PATH, HOME: join(top, 'home'), TMPDIR: join(top, 'tmp'), LANG: 'C.UTF-8',
    XDG_CONFIG_HOME: join(top, 'config'), XDG_STATE_HOME: join(top, 'state'), XDG_CACHE_HOME: join(top, 'cache'),
  };
  const closing = [];
  t.after(async () => {
    for (const client of closing) await client.close();
    // A client gives a server some seconds to end.
    const left = await eventually(() => processesAbout(top).length === 0, 10_000);
    assert.ok(left, `still there: ${processesAbout(top)}`);
    rmSync(top, { recursive: true, force: true });
  });
  return { command, args, env, cwd: join(top, 'project'), stderr: 'inherit', top, closing };
}

export function processesAbout(text) {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(text) && readlinkSync(`/proc/${pid}/exe`) !== '';
    } catch {
      return false;
    }
  });
}

export async function eventually(condition, milliseconds = 10_000) {
  const end = Date.now() + milliseconds;
  while (!condition()) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

/// Runs the inspector's command line; gives back what it printed on stdout, as JSON.
export function inspect(at, era, words) {
  const program = new URL('../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js', import.meta.url);
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'];
  const env = names.flatMap((name) => ['-e', `${name}=${at.env[name]}`]);
  const text = execFileSync(
    process.execPath,
    [program.pathname, '--cli', ...env, '--cwd', at.cwd, '--protocol-era', era, '--format', 'json', at.command, ...at.args, ...words],
    { env: at.env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  return JSON.parse(text).result;
}

/// What holds for a call that went well.
export function assertPassed(result, output) {
  assert.equal(result.isError ?? false, false, JSON.stringify(result));
  assert.equal(result.structuredContent.ok, true);
  assert.match(result.structuredContent.data.output, output);
  assert.equal(result.content[0].type, 'text');
}

export function assertRefused(result, code) {
  assert.equal(result.isError, true, JSON.stringify(result));
  assert.equal(result.structuredContent.ok, false);
  assert.equal(result.structuredContent.error.code, code);
}

export const long = 'echo begun; sleep 60';
export const talkative = 'echo one; sleep 0.4; echo two; sleep 0.4; echo three; sleep 0.4';
