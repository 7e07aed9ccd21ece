// Ways to end the process or to take its descriptors from it that a student's program may go by mistake. Whoever
// means it finds others: then the process is gone, and proctor starts it again without the culprit.
'use strict';

const fs = require('fs');

/** `exit`, `abort` and `kill` of the tests' own `process`: they end the test, not the run. */
function guardProcess(target, session, onOutside) {
  const { pid, ppid } = process;
  const kill = process.kill.bind(process);
  const end = (how) => {
    const error = new Error(`${how} was called`);
    if (!session.ended(how)) onOutside(how, error);
    throw error;
  };
  const replace = (name, value) =>
    Object.defineProperty(target, name, { value, configurable: true, enumerable: true, writable: true });
  const shown = (values) => values.filter((value) => value !== undefined).map(String).join(', ');
  replace('exit', (code) => end(`process.exit(${shown([code])})`));
  replace('reallyExit', (code) => end(`process.reallyExit(${shown([code])})`));
  replace('abort', () => end('process.abort()'));
  replace('kill', (who, signal) => {
    const isOurs = who === pid || who === ppid || who === 1 || who === 0 || who === -1 || who === -pid;
    if (isOurs && signal !== 0) end(`process.kill(${shown([who, signal])})`);
    return kill(who, signal);
  });
}

/** Closing the descriptors of others is an error in the program, and goes without effect. */
function guardDescriptors(channel) {
  const kept = new Set([0, 1, 2, channel]);
  const { close, closeSync } = fs;
  fs.closeSync = (descriptor) => (kept.has(descriptor) ? undefined : closeSync(descriptor));
  fs.close = (descriptor, done) =>
    kept.has(descriptor) ? void (done && process.nextTick(done, null)) : close(descriptor, done);
}

module.exports = { guardProcess, guardDescriptors };
