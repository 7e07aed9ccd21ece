// Runs the project's own script for its tests, and has the framework that it starts tell proctor of each test (beside.js).
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
const COLOUR = /\x1b\[[\d;]*m/gu;

/** node by another name on PATH, for a script that sets NODE_OPTIONS itself: it gets what is missing there. */
function putNodeInFront(directory, environment) {
  const shims = path.join(directory, 'bin');
  fs.mkdirSync(shims, { recursive: true });
  const text = `#!/bin/sh\nNODE_OPTIONS="$PROCTOR_NODE_OPTIONS $NODE_OPTIONS" exec '${process.execPath}' "$@"\n`;
  fs.writeFileSync(path.join(shims, 'node'), text, { mode: 0o700 });
  environment.PATH = `${shims}:${environment.PATH}`;
  environment.PROCTOR_NODE_OPTIONS = environment.NODE_OPTIONS;
}

/** Nothing has told of its tests: the whole script is one test, which has passed if its output shows any that did. */
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

/**
 * Runs `command` so that the framework in it is listened to. `hook`: what beside.js requires there, in programs of these
 * `packages`; `asked`: what else it gets; `scripts`: package.json's; `tool`: `name`, `title` and which commands are told of.
 */
function runListened({ command, root, directory, hook, packages, asked, scripts, script, setsOptions, tool }) {
  const ran = path.join(directory, 'ran'); // the files that were run, one a line: each run that was listened to writes it
  fs.rmSync(ran, { force: true });
  const environment = {
    ...process.env,
    NODE_OPTIONS: `--require ${JSON.stringify(require.resolve('./beside.js'))}`,
    PROCTOR_BESIDE: JSON.stringify({ root, directory, ran, hook, packages, ...asked }),
  };
  if (setsOptions) putNodeInFront(directory, environment);
  const child = spawn(command[0], command.slice(1), { cwd: root, env: environment, stdio: ['inherit', 'pipe', 'pipe'] });
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
    if (!fs.existsSync(ran)) tellScript({ script, program: command[0], code, output: output.replace(COLOUR, '') });
    else if (scripts) tellOthers({ scripts, directory, ...tool });
    process.exit(code ?? 1);
  };
  child.on('close', finish);
  // What the script leaves running may keep the pipes open.
  child.on('exit', (...end) => setTimeout(finish, 1000, ...end).unref());
}

module.exports = { runListened };
