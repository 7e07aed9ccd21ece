// Tells `proctor run` of the tests of a mocha that somebody else started: by the events of its runner.
'use strict';

const path = require('path');
const { isOpen, leaveEnvironment, listenTo } = require('./listening.js');
const { packageIn, upwards } = require('./places.js');

/** Has mocha's runner tell of each test when it has its result. */
function tellTests(runner, { channel, root, version }) {
  const { Client } = require('./client.js');
  const { Messages } = require('./messages.js');
  const messages = new Messages({ root });
  const client = new Client(channel, [], { version: `mocha ${version}` });
  const used = new Map();
  const tell = (test, status, more = {}) => {
    const place = test.file ?? test.parent?.file;
    const file = place && path.relative(root, place);
    const name = test.titlePath().join(' > ');
    const whole = file ? `${file} > ${name}` : name;
    const count = (used.get(whole) ?? 0) + 1;
    used.set(whole, count);
    const id = count > 1 ? `${whole} #${count}` : whole;
    client.ask(id, { name, file });
    client.tell('finish', { id, status, duration_ms: test.duration, ...more });
  };
  const explain = (error, file) => ({ message: messages.of(error, file), line: messages.lineIn(file, error) });
  runner.on('pass', (test) => tell(test, 'pass'));
  runner.on('pending', (test) => tell(test, 'skip'));
  runner.on('fail', (test, error) => tell(test, test.type === 'hook' ? 'error' : 'fail', explain(error, test.file ?? '')));
  runner.on('end', () => client.tell('end'));
}

function listen(home, { channel, root, added }) {
  leaveEnvironment(added);
  const Mocha = require(path.join(home, 'lib/mocha.js'));
  const { run } = Mocha.prototype;
  Mocha.prototype.run = function listened(...words) {
    const runner = run.apply(this, words);
    try {
      if (isOpen(channel) && !this.options.dryRun) tellTests(runner, { channel, root, version: packageIn(home).version });
    } catch {
      // No report is no error.
    }
    return runner;
  };
}

listenTo(['mocha'], (main, asked) => {
  const home = upwards(path.dirname(main)).find((one) => packageIn(one).name === 'mocha');
  const file = path.join(home, 'lib/cli/cli.js');
  if (main === file) {
    listen(home, asked);
    return;
  }
  // Only the process that runs the tests loads this file: mocha may start itself once more, with options for node, and
  // that one is to find us. (`require.cache` is documented as being there to be changed.)
  require.cache[file] = {
    id: file,
    filename: file,
    loaded: true,
    children: [],
    get exports() {
      delete require.cache[file];
      try {
        listen(home, asked);
      } catch {
        // No report is no error.
      }
      return require(file);
    },
  };
});
