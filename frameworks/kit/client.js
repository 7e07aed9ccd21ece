// Asks and tells proctor over the run's channel (docs/adding-a-framework.md).
//
//   const client = await Client.fromEnvironment(['skip', 'stop']);   // before any code under test is loaded
//   if ((await client.ask('a.test.js > adds', { line: 12 })) === 'run') {
//     …
//     await client.tell('finish', { id: 'a.test.js > adds', status: 'pass' });
//   }
//   await client.tell('end');
//
// If the channel is lost, the process ends with code 70: nobody would learn how the tests went.
'use strict';

const net = require('net');

// A longer text is of no use to anybody.
const LONGEST_TEXT = 200_000;
// Kept, as code under test may replace it: what a promise waits for isn't a timer of a test.
const { exit, pid } = process;

/** Half of a surrogate pair can't be written as UTF-8: it becomes U+FFFD. */
function bounded(value) {
  if (typeof value !== 'string') return value;
  const text = value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}\n… (the rest was left out)` : value;
  return Buffer.from(text, 'utf8').toString('utf8');
}

class Client {
  #socket;
  #nonce;
  #waiting = []; // who waits for an answer, in order
  #rest = '';

  /** `channel`: what PROCTOR_CHANNEL held, which a worker gets from the process that took it. */
  static connect(channel, can) {
    return new Promise((resolve, reject) => {
      const space = channel.indexOf(' ');
      const socket = net.connect(channel.slice(space + 1));
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        const client = new Client(socket, channel.slice(0, space));
        client.channel = channel;
        client.tell('hello', { can }).then(() => resolve(client), reject);
      });
    });
  }

  /** The client that PROCTOR_CHANNEL asks for; children don't inherit the variable. Undefined if it isn't there. */
  static async fromEnvironment(can) {
    const channel = process.env.PROCTOR_CHANNEL ?? '';
    delete process.env.PROCTOR_CHANNEL;
    return channel.includes(' ') ? Client.connect(channel, can) : undefined;
  }

  constructor(socket, nonce) {
    this.#socket = socket;
    this.#nonce = nonce;
    socket.setEncoding('utf8');
    socket.on('data', (text) => this.#read(text));
    for (const name of ['error', 'close']) socket.on(name, () => this.#waiting.length > 0 && exit.call(process, 70));
    socket.unref(); // it keeps no process alive, but while an answer is waited for
  }

  /** Asks before a test: "run", "skip" or "stop". */
  ask(id, fields = {}) {
    return this.tell('ask', { id, ...fields });
  }

  /** Tells of an event; the promise is of proctor's answer. */
  tell(event, fields = {}) {
    return new Promise((resolve) => {
      if (this.#socket.destroyed) exit.call(process, 70);
      const line = JSON.stringify({ nonce: this.#nonce, pid, event, ...fields }, (_, value) => bounded(value));
      this.#waiting.push(resolve);
      this.#socket.ref();
      this.#socket.write(`${line}\n`);
    });
  }

  #read(text) {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop();
    for (const line of lines) this.#waiting.shift()?.(line);
    if (this.#waiting.length === 0) this.#socket.unref();
  }
}

module.exports = { Client };
