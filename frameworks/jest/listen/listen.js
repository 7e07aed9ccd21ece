// Tells `proctor run` of the tests of a jest that somebody else started, and changes nothing of what it does.
//
// Each node that the command starts requires this file (NODE_OPTIONS). In jest's own command it listens at the function
// that all of jest's doors call; in any other program it does nothing, and what that starts inherits it.
'use strict';

const fs = require('fs');
const path = require('path');

const RUNS_NOTHING = /^--?(?:clearCache|help|init|listTests|showConfig|version|h|v)(?:=|$)/u;

/** The nearest package.json's name. */
function packageOf(file) {
  for (let place = path.dirname(file); place !== path.dirname(place); place = path.dirname(place)) {
    const description = path.join(place, 'package.json');
    if (fs.existsSync(description)) return JSON.parse(fs.readFileSync(description, 'utf8')).name;
  }
  return undefined;
}

/** What was added to the environment goes, so that nothing that the tests start has it. */
function leaveEnvironment(added) {
  delete process.env.PROCTOR_LISTEN;
  for (const [name, text] of Object.entries(added)) {
    const left = (process.env[name] ?? '').replace(text, '').replace(text.slice(1), '');
    if (left === '') delete process.env[name];
    else process.env[name] = left;
  }
}

function tellTests(client, root, results) {
  const open = new Map();
  for (const { testFilePath, testResults, testExecError, failureMessage } of results.testResults) {
    const file = path.relative(root, testFilePath);
    const tell = (name, fields, line) => {
      const count = (open.get(`${file} > ${name}`) ?? 0) + 1;
      open.set(`${file} > ${name}`, count);
      const id = `${file} > ${name}${count > 1 ? ` (${count})` : ''}`;
      if (client.ask(id, { name, file, line }) === 'run') client.tell('finish', { id, ...fields });
    };
    for (const { ancestorTitles, title, status, failureMessages, duration, location } of testResults) {
      const message = failureMessages?.join('\n\n').replace(/\x1b\[[\d;]*m/gu, '') || undefined;
      const fields = { status: { passed: 'pass', failed: 'fail' }[status] ?? 'skip', message, duration_ms: duration ?? undefined };
      tell([...ancestorTitles, title].join(' > '), fields, location?.line);
    }
    if (testExecError) tell('[not loaded]', { status: 'error', message: String(failureMessage).replace(/\x1b\[[\d;]*m/gu, '') });
  }
}

function listen(main, { channel, root, added }) {
  if (main.endsWith('/bin/react-scripts.js')) return; // it starts another node for the tests
  leaveEnvironment(added);
  if (!fs.existsSync(channel.slice(channel.indexOf(' ') + 1))) return;
  if (process.argv.slice(2).some((word) => RUNS_NOTHING.test(word))) return;
  const { Client } = require('./client.js');
  const from = [path.dirname(main), process.cwd()];
  const core = require.resolve('@jest/core', { paths: [...from, ...from.map((one) => path.join(one, 'node_modules/jest-cli'))] });
  const own = require(core);
  const runCLI = async (...words) => {
    const client = new Client(channel, [], { version: `jest ${own.getVersion?.() ?? ''}`.trim() });
    const answer = await own.runCLI(...words);
    tellTests(client, root, answer.results);
    client.tell('end');
    return answer;
  };
  // `require.cache` is documented as being there to be changed.
  require.cache[core].exports = { ...own, runCLI };
}

const { PROCTOR_LISTEN: asked, JEST_WORKER_ID: worker } = process.env;
try {
  if (asked !== undefined && worker === undefined) {
    const main = fs.realpathSync(process.argv[1]);
    if (['jest', 'jest-cli', 'react-scripts'].includes(packageOf(main))) listen(main, JSON.parse(asked));
  }
} catch {
  // No report is no error: the command goes on as it would without us.
}
