// What the tests print.
'use strict';

const fs = require('fs');
const { Console } = require('console');
const { format } = require('util');

const LABELLED = ['debug', 'error', 'info', 'log', 'warn'];
const MOST = 65536; // characters of one test: of its beginning, and of its end

const wait = new Int32Array(new SharedArrayBuffer(4));
const textOf = (chunk) => (typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());

/** Has `write(stream, its own function, the words)` called for what is written to the streams. Returns how to end that. */
function replaceWrites(write) {
  const ends = [process.stdout, process.stderr].map((stream) => {
    const own = stream.write;
    stream.write = (...words) => write(stream, own, words);
    return () => (stream.write = own);
  });
  return () => ends.forEach((end) => end());
}

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

/**
 * Of a project, as jest gets it: nothing is held back or changed. jest collects what `console` is given, or, of one file
 * or with `verbose`, writes it to the streams of its process.
 */
class Captured {
  #console;
  #collected = 0; // calls of `console` that were looked at
  #head = '';
  #tail = '';
  #lost = { bytes: 0, lines: 0 }; // between them

  /** Listens to what is in the environment of a test file. Returns how to end that. */
  install({ global }, { isVerbose }) {
    this.#console = isVerbose ? undefined : global.console;
    this.#collected = 0;
    return replaceWrites((stream, own, words) => {
      this.#add(textOf(words[0]));
      return own.apply(stream, words);
    });
  }

  /** What was printed since it was asked before. */
  take() {
    const calls = this.#console?.getBuffer?.() ?? [];
    for (const { message } of calls.slice(this.#collected)) this.#add(`${message}\n`);
    this.#collected = calls.length;
    const { bytes, lines } = this.#lost;
    const mark = bytes > 0 ? `${this.#head.endsWith('\n') ? '' : '\n'}[… ${bytes} bytes, ${lines} lines left out …]\n` : '';
    const text = this.#head + mark + this.#tail;
    this.#head = this.#tail = '';
    this.#lost = { bytes: 0, lines: 0 };
    return text;
  }

  #add(text) {
    this.#tail += text;
    if (this.#tail.length <= 2 * MOST) return;
    if (this.#head === '') {
      const end = this.#tail.lastIndexOf('\n', MOST - 1) + 1 || MOST;
      this.#head = this.#tail.slice(0, end);
      this.#tail = this.#tail.slice(end);
    }
    const begin = this.#tail.indexOf('\n', this.#tail.length - MOST) + 1 || this.#tail.length - MOST;
    const lost = this.#tail.slice(0, begin);
    this.#lost.bytes += Buffer.byteLength(lost);
    this.#lost.lines += lost.split('\n').length - 1;
    this.#tail = this.#tail.slice(begin);
  }
}

/**
 * Of a submission: written to the descriptor at once, so that it is there before proctor is asked, and isn't lost with
 * the process. node's own streams would make the descriptors non-blocking, and hold back what doesn't go at once.
 */
class Printed {
  #owed = false; // a line feed, as soon as something follows

  /** Has what is in the environment of a test file print so. `shown`: how the text is shown. */
  install({ global }, { shown }) {
    const end = replaceWrites((stream, own, [chunk, ...more]) => {
      this.#write(stream.fd, textOf(chunk));
      const done = more.find((word) => typeof word === 'function');
      if (done) process.nextTick(done);
      return true;
    });
    // Each call is `[log] text`, without a line feed behind the last.
    const value = new Console(process.stdout, process.stderr);
    for (const label of LABELLED) {
      value[label] = (...words) => {
        this.#write(1, `[${label}] ${shown(format(...words))}`);
        this.#owed = true;
      };
    }
    Object.defineProperty(global, 'console', { value, configurable: true, writable: true });
    return end;
  }

  /** A test begins or ends: what is printed from here on begins a text of its own. */
  take() {
    this.#owed = false;
  }

  #write(descriptor, text) {
    if (text === '') return;
    if (this.#owed) writeAll(1, '\n');
    this.#owed = false;
    writeAll(descriptor, text);
  }
}

module.exports = { Captured, Printed };
