// What tests print by JavaScript's streams and console, caught while it goes on to where it was meant for.
'use strict';

const { format } = require('util');

const MOST = 100_000; // characters of one test
const METHODS = ['log', 'info', 'warn', 'error', 'debug'];

class Caught {
  #text = '';

  /** `console`: one that doesn't write to this process's streams; without it these are listened to. */
  constructor(console) {
    const keep = (text) => (this.#text = (this.#text + text).slice(0, MOST));
    const all = console ? METHODS.map((name) => [console, name]) : [[process.stdout, 'write'], [process.stderr, 'write']];
    for (const [owner, name] of all) {
      const plain = owner[name];
      owner[name] = (...words) => {
        keep(console ? `${format(...words)}\n` : String(words[0]));
        return plain.apply(owner, words);
      };
    }
  }

  /** What was caught since it was asked last; undefined if there is nothing. */
  take() {
    const text = this.#text;
    this.#text = '';
    return text === '' ? undefined : text;
  }
}

module.exports = { Caught };
