// What a submission prints with `console` and `process.stdout`: written to the descriptor at once, so that it is there
// before proctor is asked, and isn't lost with the process. node's own streams would make the descriptors non-blocking,
// and hold back what doesn't go at once.
'use strict';

const fs = require('fs');
const { Console } = require('console');
const { Writable } = require('stream');
const { format } = require('util');
const LABELLED = ['debug', 'error', 'info', 'log', 'warn'];

const wait = new Int32Array(new SharedArrayBuffer(4));

/** Writes all of it, also where the descriptor doesn't block; nothing if there is nobody to write to. */
function writeAll(descriptor, text) {
  let rest = Buffer.from(text, 'utf8');
  while (rest.length > 0) {
    try {
      rest = rest.subarray(fs.writeSync(descriptor, rest));
    } catch (error) {
      if (error.code !== 'EAGAIN') return;
      Atomics.wait(wait, 0, 0, 1);
    }
  }
}

class Printed {
  #owed = false; // a line feed, as soon as something follows

  /** Has what is in the environment of a test file print so. `shown`: how the text is shown. */
  install({ global }, { shown }) {
    const replace = (owner, name, value, enumerable) =>
      Object.defineProperty(owner, name, { value, configurable: true, enumerable, writable: true });
    if (global.process !== undefined) {
      replace(global.process, 'stdout', this.stream(1), true);
      replace(global.process, 'stderr', this.stream(2), true);
    }
    replace(global, 'console', this.#console(shown), false);
    return () => undefined;
  }

  /** A test begins or ends: what is printed from here on begins a text of its own. */
  take() {
    this.#owed = false;
  }

  /** A stream for `process.stdout` or `process.stderr`. */
  stream(descriptor) {
    const stream = new Writable({
      decodeStrings: false,
      write: (chunk, encoding, done) => {
        this.#write(descriptor, chunk.toString());
        done();
      },
    });
    stream.fd = descriptor;
    stream._type = 'pipe';
    return stream;
  }

  // Each call is `[log] text`, without a line feed behind the last.
  #console(shown) {
    const made = new Console(this.stream(1), this.stream(2));
    for (const label of LABELLED) {
      made[label] = (...words) => {
        this.#write(1, `[${label}] ${shown(format(...words))}`);
        this.#owed = true;
      };
    }
    return made;
  }

  #write(descriptor, text) {
    if (text === '') return;
    if (this.#owed) writeAll(1, '\n');
    this.#owed = false;
    writeAll(descriptor, text);
  }
}

module.exports = { Printed };
