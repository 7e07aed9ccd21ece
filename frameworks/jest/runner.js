// The `testRunner` of jest: runs the project's own, jest-circus as a rule, and listens to it.
'use strict';

const { createRequire } = require('module');
const path = require('path');
const { pathToFileURL } = require('url');
const { Client } = require('./client.js');
const { runsSkipped } = require('./exercise.js');
const { Messages } = require('./messages.js');
const { Captured, Printed } = require('./printed.js');
const rejections = require('./rejections.js');
const { Session } = require('./session.js');

const BROKEN = 70;
// What a test threw is known. A promise that it left alone belongs to it as well.
const ENDS = new Set(['hook_success', 'hook_failure', 'test_fn_success', 'test_fn_failure']);

/** What the client of a process that runs tests is able to do. */
const can = (exercise) => (exercise ? ['skip', 'stop'] : ['skip', 'stop', 'captures']);

let isWorker = true;
let client, messages, printed, session; // of this process

/** Messages as jest words them: it has a way of its own to show what isn't an error. */
function messagesOf({ root, exercise, circus }) {
  const format = (thrown) => createRequire(circus)('pretty-format').format(thrown, { maxDepth: 3 });
  return new Messages({ root, exercise, format });
}

/** This process is jest's own, and not one of its workers: its client is there before all files, and behind them. */
function attach(ours) {
  client = ours;
  isWorker = false;
}

async function load(file) {
  const { default: loaded } = await import(pathToFileURL(file));
  return loaded.default ?? loaded;
}

/** What jest gets for a file that isn't run. */
function leftOut(testFilePath) {
  const title = 'proctor leaves out this file';
  const test = { failureDetails: [], failureMessages: [], ancestorTitles: [], numPassingAsserts: 0, status: 'pending' };
  return {
    leaks: false, openHandles: [], perfStats: { end: 0, runtime: 0, slow: false, start: 0 }, skipped: true, testFilePath,
    numFailingTests: 0, numPassingTests: 0, numPendingTests: 1, numTodoTests: 0,
    snapshot: { added: 0, fileDeleted: false, matched: 0, unchecked: 0, uncheckedKeys: [], unmatched: 0, updated: 0 },
    testResults: [{ ...test, fullName: title, title }],
    proctor: { isTold: true, leftOut: 1 },
  };
}

/** Runs a file as jest's own runner does. `settings`: see listen.js. */
function run(settings, globalConfig, config, environment, runtime, testPath, ...more) {
  const { root, exercise } = settings;
  if (client === undefined) client = new Client(settings.channel, can(exercise));
  else if (isWorker) client.tell('hello', { can: can(exercise) });
  messages ??= messagesOf(settings);
  printed ??= exercise ? new Printed() : new Captured();
  session ??= new Session({ client, printed, messages, exercise });
  const file = path.relative(root, testPath);
  const over = () => isWorker && client.tell('end');
  const isAsked = !settings.patterns?.length || settings.patterns.some((pattern) => new RegExp(pattern, 'u').test(testPath));
  if (!exercise && (!isAsked || client.tell('load', { id: file }) !== 'run')) {
    over();
    return Promise.resolve(leftOut(testPath));
  }

  const id = config.id ?? config.name;
  // A file that is run more than once: for several projects, or by several jests of one script.
  const again = settings.before?.[file] && `run ${settings.before[file] + 1}`;
  const project = [settings.projects?.[id], again].filter(Boolean).join(', ') || undefined;
  const context = { file, path: testPath, global: environment.global, project };
  context.runsSkipped = exercise && runsSkipped(root);
  const theirs = environment.handleTestEvent?.bind(environment);
  environment.handleTestEvent = async (event, state) => {
    session.handle(event, state, context);
    await theirs?.(event, state);
    // (A project has its own configuration for it.)
    if (exercise && ENDS.has(event.name)) await rejections.told();
  };
  session.leftOut = 0;
  const isVerbose = config.verbose ?? globalConfig.verbose;
  const remove = printed.install(environment, { isVerbose, shown: (text) => messages.printed(text) });
  // (No `await`: it would stand in the stacks that jest shows.)
  return load(settings.runners?.[id] ?? settings.circus)
    .then((own) => own(globalConfig, config, environment, runtime, testPath, ...more))
    .then(
      (result) => Object.assign(result, { proctor: { isTold: context.isTold, leftOut: session.leftOut } }),
      (error) => {
        if (!session.isTesting) throw error;
        // A test has broken jest itself: it is to blame, and the others are run without it.
        process.stderr.write(messages.of(error));
        return process.exit(BROKEN);
      },
    )
    .finally(remove)
    .finally(over);
}

module.exports = { attach, can, messagesOf, run };
