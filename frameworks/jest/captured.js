// What the tests of a project print, as jest gets it: nothing is held back or changed. jest collects what `console` is
// given, or, of one file or with `verbose`, writes it to the streams of its process.
'use strict';

const STREAMS = ['stdout', 'stderr'];
const MOST = 65536; // characters of one test

class Captured {
  #console;
  #collected = 0; // calls of `console` that were looked at
  #text = '';

  /** Listens to what is in the environment of a test file. Returns how to end that. */
  install({ global }, { isVerbose }) {
    this.#console = isVerbose ? undefined : global.console;
    this.#collected = 0;
    const written = STREAMS.map((name) => {
      const stream = process[name];
      const { write } = stream;
      stream.write = (chunk, ...more) => {
        this.#add(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
        return write.call(stream, chunk, ...more);
      };
      return () => (stream.write = write);
    });
    return () => written.forEach((end) => end());
  }

  /** What was printed since it was asked before. */
  take() {
    const calls = this.#console?.getBuffer?.() ?? [];
    for (const { message } of calls.slice(this.#collected)) this.#add(`${message}\n`);
    this.#collected = calls.length;
    const text = this.#text;
    this.#text = '';
    return text;
  }

  #add(text) {
    if (this.#text.length < MOST) this.#text += text.slice(0, MOST);
  }
}

module.exports = { Captured };
