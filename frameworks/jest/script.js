// Runs the project's own script for its tests, and has the jest that it starts tell proctor of each test (beside.js).
'use strict';

const fs = require('fs');
const path = require('path');
const { spawn } = require('child_process');
const { Client } = require('./client.js');
const { tellOthers } = require('./scripts.js');

const MOST_TAIL = 65536; // characters
// How test programs say that tests have passed: jest, vitest, mocha, ava, node, tap.
const PASSED = [
  /^Tests: +(?:\d+ (?:skipped|todo), )*[1-9]\d* passed, \d+ total$/mu, /^ *Tests +[1-9]\d* passed\b.*$/mu,
  /^ *[1-9]\d* passing\b.*$/mu, /^ *[1-9]\d* tests? passed$/mu, /^(?:# |ℹ )pass [1-9]\d*$/mu,
];
const JEST = /^(?:jest|react-scripts)\s?/u;
const COLOUR = /\x1b\[[\d;]*m/gu;

/** The program of this name, where PATH finds it. */
function findManager(name) {
  const places = (process.env.PATH ?? '').split(':').map((place) => path.join(place, name));
  return places.find((place) => fs.existsSync(place));
}

/** node by another name on PATH, for a script that sets NODE_OPTIONS itself: it gets what is missing there. */
function putNodeInFront(directory, environment) {
  const shims = path.join(directory, 'bin');
  fs.mkdirSync(shims, { recursive: true });
  const text = `#!/bin/sh\nNODE_OPTIONS="$PROCTOR_NODE_OPTIONS $NODE_OPTIONS" exec '${process.execPath}' "$@"\n`;
  fs.writeFileSync(path.join(shims, 'node'), text, { mode: 0o700 });
  environment.PATH = `${shims}:${environment.PATH}`;
  environment.PROCTOR_NODE_OPTIONS = environment.NODE_OPTIONS;
}

/** No jest has told of its tests: the whole script is one test, which has passed if its output shows any that did. */
function tellScript({ script, program, code, output }) {
  const name = `${path.basename(program)} run test`;
  const client = Client.fromEnvironment([]);
  const shown = PASSED.map((pattern) => pattern.exec(output)?.[0].trim()).find((line) => line);
  if (code === 0 && shown === undefined) {
    client.tell('error', { message: `No test ran: the scripts of package.json (${script}) ended well, and show no test.`, none: true });
  } else {
    client.tell('ask', { id: `package.json > ${name}`, name, file: 'package.json' });
    const message = code === 0 ? undefined : `${name} ended with code ${code}.\n\n${output.trim().split('\n').slice(-40).join('\n')}`;
    client.tell('finish', { id: `package.json > ${name}`, status: code === 0 ? 'pass' : 'fail', message });
    const why = 'its tests could not be listened to, so the whole of it counts as one test';
    client.tell('warning', { message: `The scripts of package.json (${script}): ${why}${shown ? ` ("${shown}")` : ''}.` });
  }
  client.tell('end');
}

function runScript({ root, directory, globs, wishes, script, scripts, program, setsOptions, warning }) {
  const ran = path.join(directory, 'ran'); // the files that were run, one a line: each jest that was listened to writes it
  const file = require.resolve('./beside.js');
  const environment = {
    ...process.env,
    NODE_OPTIONS: `--require ${JSON.stringify(file)}`,
    PROCTOR_JEST: JSON.stringify({ root, directory, globs, wishes, ran, warning }),
  };
  if (setsOptions) putNodeInFront(directory, environment);
  const child = spawn(program, ['run', 'test'], { cwd: root, env: environment, stdio: ['inherit', 'pipe', 'pipe'] });
  let output = '';
  for (const [from, to] of [[child.stdout, process.stdout], [child.stderr, process.stderr]]) {
    from.setEncoding('utf8');
    from.on('data', (text) => {
      output = (output + text).slice(-MOST_TAIL);
      to.write(text);
    });
  }
  const finish = (code, signal) => {
    if (signal !== null) process.kill(process.pid, signal);
    if (fs.existsSync(ran)) tellOthers({ scripts, directory, name: 'jest', title: 'jest', isTold: (command) => JEST.test(command) });
    else tellScript({ script, program, code, output: output.replace(COLOUR, '') });
    process.exit(code ?? 1);
  };
  child.on('close', finish);
  // What the script leaves running may keep the pipes open.
  child.on('exit', (...end) => setTimeout(finish, 1000, ...end).unref());
}

module.exports = { findManager, runScript };
