// Asks and tells proctor over the run's channel (docs/adding-a-framework.md).
//
//   const client = Client.fromEnvironment(['skip', 'stop']);   // before any code under test is loaded
//   if (client.ask('a.test.js > adds', { line: 12 }) === 'run') {
//     …
//     client.tell('finish', { id: 'a.test.js > adds', status: 'pass' });
//   }
//   client.tell('end');
//
// Each call returns proctor's answer, and no timer and no promise gets its turn meanwhile: a thread of ours has the
// socket, and the caller's thread stands still. So a client also speaks where nobody can wait for a promise, when the
// process ends. If the channel is lost, the process ends with code 70: nobody would learn how the tests went.
'use strict';

const net = require('net');
const { Worker, parentPort, workerData } = require('worker_threads');

// A longer text is of no use to anybody.
const LONGEST_TEXT = 400_000;
// What the thread says: the number of an answer.
const ANSWERS = ['', 'ok', 'run', 'skip', 'stop', 'some', 'refused'];
const LOST = -1;
// Kept, as code under test may replace it.
const { exit, pid } = process;

/** Half of a surrogate pair can't be UTF-8: it becomes U+FFFD. Of a long text the beginning and the end stay. */
function bounded(value) {
  if (typeof value !== 'string') return value;
  const half = LONGEST_TEXT / 2;
  const head = value.lastIndexOf('\n', half - 1) + 1 || half;
  const lost = value.length > LONGEST_TEXT ? value.slice(head, -half) : '';
  const mark = `[… ${Buffer.byteLength(lost)} bytes, ${lost.split('\n').length - 1} lines left out …]\n`;
  return Buffer.from(lost === '' ? value : value.slice(0, head) + mark + value.slice(-half), 'utf8').toString('utf8');
}

class Client {
  #answer = new Int32Array(new SharedArrayBuffer(4));
  #nonce;
  #thread;

  /** `channel`: what PROCTOR_CHANNEL held, which a worker gets from the process that took it. */
  constructor(channel, can, fields = {}) {
    const space = channel.indexOf(' ');
    this.channel = channel;
    this.#nonce = channel.slice(0, space);
    const proctor = { path: channel.slice(space + 1), answer: this.#answer };
    this.#thread = new Worker(__filename, { workerData: { proctor }, env: {}, execArgv: [] });
    this.#thread.unref();
    this.tell('hello', { can, ...fields });
  }

  /** The client that PROCTOR_CHANNEL asks for; children don't inherit the variable. Undefined if it isn't there. */
  static fromEnvironment(can) {
    const channel = process.env.PROCTOR_CHANNEL ?? '';
    delete process.env.PROCTOR_CHANNEL;
    return channel.includes(' ') ? new Client(channel, can) : undefined;
  }

  /** Asks before a test: "run", "skip" or "stop". */
  ask(id, fields = {}) {
    return this.tell('ask', { id, ...fields });
  }

  /** Tells of an event; returns proctor's answer. */
  tell(event, fields = {}) {
    const line = JSON.stringify({ nonce: this.#nonce, pid, event, ...fields }, (_, value) => bounded(value));
    Atomics.store(this.#answer, 0, 0);
    this.#thread.postMessage(`${line}\n`);
    Atomics.wait(this.#answer, 0, 0);
    if (this.#answer[0] === LOST) exit.call(process, 70);
    return ANSWERS[this.#answer[0]];
  }
}

/** The thread that has the socket. */
function serve({ path, answer }) {
  const say = (number) => {
    Atomics.store(answer, 0, number);
    Atomics.notify(answer, 0);
  };
  const socket = net.connect(path);
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (text) => {
    rest += text;
    if (!rest.endsWith('\n')) return;
    say(ANSWERS.indexOf(rest.trimEnd()));
    rest = '';
  });
  socket.on('error', () => say(LOST));
  socket.on('close', () => say(LOST));
  parentPort.on('message', (line) => (socket.destroyed ? say(LOST) : socket.write(line)));
}

if (workerData?.proctor) serve(workerData.proctor);

module.exports = { Client };
