// What the code under test prints with `console` and `process.stdout`: written to the descriptor at once, so that it
// stands between the right marks and isn't lost with the process. node's own streams would make the descriptors
// non-blocking, and hold back what doesn't go at once.
'use strict';

const { Console } = require('console');
const { Writable } = require('stream');
const { format } = require('util');
const { writeAll } = require('./channel.js');

const LABELLED = ['debug', 'error', 'info', 'log', 'warn'];

class Printed {
  #owed = false; // a line feed, as soon as something follows

  /** A test begins or ends: what is printed from here on begins a text of its own. */
  startAnew() {
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

  /** The `console` of a project's tests. */
  console() {
    return new Console(this.stream(1), this.stream(2));
  }

  /**
   * The `console` of a submission's tests: each call is `[log] text`, without a line feed behind the last. `shown`: how
   * the text is shown.
   */
  labelledConsole(shown) {
    const made = this.console();
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
