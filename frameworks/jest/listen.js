// What a run of jest's own command needs, so that its tests tell proctor of themselves.
'use strict';

const childProcess = require('child_process');
const fs = require('fs');
const { signals } = require('os').constants;
const path = require('path');
const { createRequire } = require('module');
const results = require('./results.js');
const runner = require('./runner.js');

const OLDEST = 27;

/** What jest depends on isn't always beside it: the way to it is that of who depends on whom. */
const resolveThrough = (from, ...names) => names.reduce((file, name) => createRequire(file).resolve(name), from);

/** jest can't be run, and why is told. */
function refuse(client, message, kind) {
  client.tell('error', { message, [kind]: true });
  client.tell('end');
  process.exit(2);
}

/** How a worker of jest ends, which jest keeps to itself, is told of the test that it was in. */
function watchWorkers(client) {
  const { fork } = childProcess;
  childProcess.fork = (...given) => {
    const worker = fork(...given);
    worker.on('exit', (code, signal) => {
      if (code !== 0) client.tell('failed', { client: worker.pid, exit_code: code ?? 128 + signals[signal] });
    });
    return worker;
  };
}

/**
 * The words for jest's command. `modules`: the node_modules with jest; `directory`: of the run's own; `own`: gives the
 * words that aren't proctor's; `none`: what to say if there are no test files; `more`: settings of runner.js.
 */
async function listenTo({ client, modules, root, directory, exercise = false, own, none, more = {} }) {
  const { version } = require(path.join(modules, 'jest/package.json'));
  if (Number.parseInt(version, 10) < OLDEST) {
    refuse(client, `jest ${version} is too old: proctor needs jest ${OLDEST} or newer (npm install jest@latest).`, 'unavailable');
  }
  const jestConfig = resolveThrough(path.join(modules, 'x.js'), 'jest', '@jest/core', 'jest-config');
  // What runner.js has to know, in whatever process it runs; noteConfiguration() says more.
  const settings = { root, exercise, channel: client.channel, circus: resolveThrough(jestConfig, 'jest-circus/runner'), ...more };
  const messages = runner.messagesOf(settings);
  const words = await own({ settings, messages, jestConfig, refuse: (...why) => refuse(client, ...why) });
  const file = path.join(directory, `node_modules/proctor-${process.pid}.cjs`); // (Elsewhere jest would transform it, and cache that.)
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const text =
    `const settings = ${JSON.stringify(settings)};\n` +
    `module.exports = (...words) => require(${JSON.stringify(require.resolve('./runner.js'))}).run(settings, ...words);\n`;
  fs.writeFileSync(file, text, { mode: 0o600 });
  watchWorkers(client);
  runner.attach(client);
  results.attach({ client, messages, root, exercise, none, ran: more.ran, own: settings.processor });
  const ours = [`--testRunner=${file}`, `--testResultsProcessor=${require.resolve('./results.js')}`];
  return ['--ci', '--no-bail', '--no-watchman', '--passWithNoTests', ...ours, ...words];
}

module.exports = { listenTo, refuse, resolveThrough };
