// Tells `proctor run` of the tests of a jest that somebody else started: listens at the function that all of jest's doors call.
'use strict';

const path = require('path');
const { isOpen, leaveEnvironment, listenTo } = require('./listening.js');

const RUNS_NOTHING = /^--?(?:clearCache|help|init|listTests|showConfig|version|h|v)(?:=|$)/u;

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
  if (!isOpen(channel) || process.argv.slice(2).some((word) => RUNS_NOTHING.test(word))) return;
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

if (process.env.JEST_WORKER_ID === undefined) listenTo(['jest', 'jest-cli', 'react-scripts'], listen);
