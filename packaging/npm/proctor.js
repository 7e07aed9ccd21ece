#!/usr/bin/env node
// Starts the program that the package of this platform holds, and ends as the program ends.
'use strict';
const { spawn } = require('node:child_process');
const path = require('node:path');
const { name, platforms } = require('../package.json').proctor;

function program() {
  if (process.env.PROCTOR_BINARY) return process.env.PROCTOR_BINARY;
  const platform = `${process.platform}-${process.arch}`;
  if (!platforms.includes(platform)) {
    return fail(`there is no program for ${platform} yet, only for ${platforms.join(', ')}. ` +
      'On Windows use WSL2, on macOS a Linux container.');
  }
  try {
    return path.join(path.dirname(require.resolve(`${name}-${platform}/package.json`)), 'bin/proctor');
  } catch {
    return fail(`the package ${name}-${platform}, which holds the program, isn't installed. It is an optional ` +
      'dependency: install without --omit=optional and --no-optional. If a lock file was made on another system, ' +
      'remove it and node_modules, and install again. PROCTOR_BINARY=FILE names a program of your own.');
  }
}

function fail(reason) {
  console.error(`proctor: ${reason}`);
  process.exit(127);
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'];
// Before the program is there: what comes while it starts is passed on to it.
// A terminal sends Ctrl-C to the child as well: a second SIGINT would be a second Ctrl-C. The others come to us alone.
for (const signal of signals) {
  process.on(signal, () => { if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal); });
}
const file = program();
const child = spawn(file, process.argv.slice(2), { stdio: 'inherit' });
child.on('error', (error) => fail(`${file} can't be started: ${error.message}`));
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code);
  // Without our handler the signal does to us what it did to the child.
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  setTimeout(() => process.exit(128 + require('node:os').constants.signals[signal]), 1000);
});
