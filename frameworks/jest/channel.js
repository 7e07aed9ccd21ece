// The private channel to proctor (docs/adding-a-framework.md) and the marks in the output.
//
// What is needed of `fs` is taken when this file is loaded, which is before any code under test: that code shares
// the module `fs` with us and may put something else in the place of its functions.
'use strict';

const fs = require('fs');
const { readSync, writeSync } = fs;
const { from } = Buffer;
const { toString } = Buffer.prototype;
const { subarray } = Object.getPrototypeOf(Uint8Array).prototype;
const { apply } = Reflect;

// Longer lines would be thrown away as a whole by whoever reads them.
const LONGEST_TEXT = 200_000;

const wait = new Int32Array(new SharedArrayBuffer(4));

/** Writes all of it, also where the descriptor doesn't block. False if there is nobody to write to. */
function writeAll(descriptor, text) {
  let rest = from(text, 'utf8');
  while (rest.length > 0) {
    try {
      rest = apply(subarray, rest, [writeSync(descriptor, rest, 0, rest.length)]);
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
      size = readSync(descriptor, piece, 0, piece.length, null);
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
const wellFormed = (text) => apply(toString, from(text, 'utf8'), ['utf8']);

const unescaped = (id) => id.replace(/\\([\\n])/g, (_, c) => (c === 'n' ? '\n' : '\\'));

const shortened = (text) =>
  text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}\n... (the rest was left out)` : text;

/**
 * Takes the channel: reads what proctor wants, and returns how to speak to it. Nonce and mark stay in this closure,
 * and nothing of the channel stays in the environment.
 */
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

  const { reallyExit } = process;
  const { stringify } = JSON;
  const value = (key, it) => (typeof it === 'string' ? wellFormed(it) : it);
  const send = (event) => {
    if (writeAll(descriptor, `\n${nonce} ${stringify(event, value)}\n`)) return;
    // Somebody has closed the channel. No result can be told from here on: whoever has the test open is the culprit.
    reallyExit.call(process, 70);
  };
  return {
    descriptor,
    wanted,
    plan: (tests) => send({ event: 'plan', tests }),
    start: (test, number) => send({ event: 'start', ...test, n: number }),
    finish: (id, result) => {
      if (result.message !== undefined) result.message = shortened(result.message);
      send({ event: 'finish', id, ...result });
    },
    late: (id, message) => send({ event: 'late', id, message: shortened(message) }),
    error: (message) => send({ event: 'error', message: shortened(message) }),
    behind: (message) => send({ event: 'error', behind: true, message: shortened(message) }),
    warning: (message) => send({ event: 'warning', message }),
    settings: (message) => send({ event: 'error', settings: true, message }),
    none: (message) => send({ event: 'error', none: true, message }),
    unavailable: (message) => send({ event: 'error', unavailable: true, message }),
    end: () => send({ event: 'end' }),
    mark: (number) => {
      const text = `\x1e${mark} ${number}\x1e`;
      writeAll(1, text);
      writeAll(2, text);
    },
  };
}

module.exports = { takeChannel, wellFormed, writeAll };
