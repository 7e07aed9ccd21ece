// What the code under test prints with `console` and `process.stdout`: written to the descriptor at once, so that it
// stands between the right marks and isn't lost with the process.
'use strict';

const { Writable } = require('stream');
const { writeAll } = require('./channel.js');

// What node notes in promises and other resources where somebody asks which code they belong to, as jest does.
const NOTED = '\\[Symbol\\((?:(?:trigger_)?async_id_symbol|asyncId|triggerId|kResourceStore)\\)\\]: \\d+';
const NOTED_IN_LINE = new RegExp(`(?<=\\{)(?: ${NOTED},?)+(?= )|(?:, ${NOTED})+(?= |,)`, 'gu');
const NOTED_LINES = new RegExp(`,?(?:\\n *${NOTED},?)+`, 'gu');

/** Printed text without that, and objects that have nothing else on one line. */
function withoutNotes(text) {
  if (!text.includes('sync_id_symbol') && !text.includes('kResourceStore')) return text;
  return text
    .replace(NOTED_IN_LINE, '')
    .replace(NOTED_LINES, '\0')
    .replace(/\{\n *([^\n]*)\0\n *\}/gu, '{ $1 }')
    .replace(/\{ *\0?\s*\}/gu, '{}')
    .replaceAll('\0', '');
}

const MOST_HELD = 64 * 1024;

/**
 * In a submission console calls become `[log] text`, without a line feed behind the last, and what is printed while
 * no test runs is held back for the first test that fails (`takeHeld`).
 */
class Printed {
  #exercise;
  #shown;
  #running = false;
  #owed = false; // a line feed, as soon as something follows
  #any = false; // the test has printed something
  #held = '';

  /** `shown`: how a submission's console call is shown. */
  constructor(exercise, shown) {
    this.#exercise = exercise;
    this.#shown = shown;
  }

  testStarts() {
    this.#running = true;
    this.#owed = false;
    this.#any = false;
  }

  testEnds() {
    this.#running = false;
    this.#owed = false;
  }

  /** What was printed outside of tests, once, in the form in which it goes before what the last test printed. */
  takeHeld() {
    let text = this.#held;
    if (text.endsWith('\n')) text = text.slice(0, -1);
    if (text !== '' && this.#any) text += '\n';
    this.#held = '';
    return text;
  }

  /** A stream for `process.stdout` and `process.stderr`. */
  stream(descriptor) {
    const stream = new Writable({
      decodeStrings: false,
      write: (chunk, encoding, done) => {
        const text = typeof chunk === 'string' ? chunk : chunk.toString('utf8');
        this.#raw(descriptor, this.#exercise ? withoutNotes(text) : text);
        done();
      },
    });
    stream.fd = descriptor;
    stream._type = 'pipe';
    return stream;
  }

  /** The `console` of the tests. `CustomConsole`: the class of that name of @jest/console. */
  console(CustomConsole) {
    const to = (descriptor) =>
      new Writable({
        decodeStrings: false,
        write: (chunk, encoding, done) => {
          this.#line(descriptor, String(chunk));
          done();
        },
      });
    const one = to(1); // both kinds, so that they keep their order
    const made = this.#exercise
      ? new CustomConsole(one, one, (type, message) => `[${type}] ${this.#shown(message)}`)
      : new CustomConsole(to(1), to(2), (type, message) => message);
    // It would keep every call with its stack for a summary at the end: a thousand times as slow as to print it.
    made._addToBuffer = () => undefined;
    return made;
  }

  #line(descriptor, given) {
    const text = this.#exercise ? withoutNotes(given) : given;
    if (!this.#exercise) {
      writeAll(descriptor, text);
    } else if (!this.#running) {
      this.#hold(text);
    } else {
      this.#raw(descriptor, text.endsWith('\n') ? text.slice(0, -1) : text);
      this.#owed = true;
    }
  }

  #raw(descriptor, text) {
    if (text === '') return;
    if (this.#exercise && !this.#running) {
      this.#hold(text);
      return;
    }
    // In one write with what follows: it's most of the time that printing takes.
    if (this.#owed && descriptor !== 1) writeAll(1, '\n');
    writeAll(descriptor, this.#owed && descriptor === 1 ? `\n${text}` : text);
    this.#owed = false;
    this.#any = true;
  }

  #hold(text) {
    if (this.#held.length < MOST_HELD) this.#held += text.slice(0, MOST_HELD - this.#held.length);
  }
}

module.exports = { Printed };
