// The private channel to proctor (docs/adding-a-framework.md) and the marks in the output.
'use strict';

const fs = require('fs');

// Longer lines would be thrown away as a whole by whoever reads them.
const LONGEST_TEXT = 200_000;

const wait = new Int32Array(new SharedArrayBuffer(4));

/** Writes all of it, also where the descriptor doesn't block. False if there is nobody to write to. */
function writeAll(descriptor, text) {
  let rest = Buffer.from(text, 'utf8');
  while (rest.length > 0) {
    try {
      rest = rest.subarray(fs.writeSync(descriptor, rest));
    } catch (error) {
      if (error.code !== 'EAGAIN') return false;
      Atomics.wait(wait, 0, 0, 1);
    }
  }
  return true;
}

function readGreeting(descriptor) {
  const piece = Buffer.alloc(65536);
  let text = '';
  while (!text.endsWith('\n\n')) {
    let size;
    try {
      size = fs.readSync(descriptor, piece, 0, piece.length, null);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(wait, 0, 0, 1);
      continue;
    }
    if (size === 0) throw new Error('proctor said nothing on the channel');
    text += piece.toString('utf8', 0, size);
  }
  return text;
}

/** Half of a surrogate pair can't be written as UTF-8: it becomes U+FFFD. */
const wellFormed = (text) => Buffer.from(text, 'utf8').toString('utf8');

const unescaped = (id) => id.replace(/\\([\\n])/g, (_, c) => (c === 'n' ? '\n' : '\\'));

const shortened = (text) =>
  text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}\n... (the rest was left out)` : text;

/** Takes the channel out of the environment, reads what proctor wants, and returns how to speak to it. */
function takeChannel() {
  const descriptor = Number(process.env.PROCTOR_CHANNEL);
  delete process.env.PROCTOR_CHANNEL;
  if (!Number.isInteger(descriptor) || descriptor < 3) {
    throw new Error('this reporter is started by proctor, which names a channel in PROCTOR_CHANNEL');
  }
  const wanted = { skip: new Set(), only: new Set(), filter: '', exercise: false, failFast: false };
  let nonce = '';
  let mark = '';
  for (const line of readGreeting(descriptor).split('\n')) {
    const space = line.indexOf(' ');
    const key = space < 0 ? line : line.slice(0, space);
    const value = space < 0 ? '' : line.slice(space + 1);
    if (key === 'nonce') nonce = value;
    else if (key === 'mark') mark = value;
    else if (key === 'skip') wanted.skip.add(unescaped(value));
    else if (key === 'only') wanted.only.add(unescaped(value));
    else if (key === 'filter') wanted.filter = value;
    else if (key === 'fail_fast') wanted.failFast = true;
    else if (key === 'exercise') wanted.exercise = true;
  }

  const value = (key, it) => (typeof it === 'string' ? wellFormed(it) : it);
  const send = (event) => {
    if (event.message !== undefined) event.message = shortened(event.message);
    if (writeAll(descriptor, `\n${nonce} ${JSON.stringify(event, value)}\n`)) return;
    // Somebody has closed the channel. No result can be told from here on: whoever has the test open is the culprit.
    process.exit(70);
  };
  return {
    wanted,
    plan: (tests) => send({ event: 'plan', tests }),
    start: (id, number) => send({ event: 'start', id, n: number }),
    finish: (id, result) => send({ event: 'finish', id, ...result }),
    late: (id, message) => send({ event: 'late', id, message }),
    warning: (message) => send({ event: 'warning', message }),
    /** `kind` (optional): `behind`, `settings`, `none` or `unavailable`. */
    error: (message, kind) => send({ event: 'error', message, ...(kind && { [kind]: true }) }),
    end: () => send({ event: 'end' }),
    mark: (number) => {
      const text = `\x1e${mark} ${number}\x1e`;
      writeAll(1, text);
      writeAll(2, text);
    },
  };
}

module.exports = { takeChannel, wellFormed, writeAll };
