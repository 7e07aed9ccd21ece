// What changes code that runs, or reads the memory that it is in, is closed to a submission: node's debugger, V8's own
// functions, heap snapshots (in which the channel's nonce would stand) and native modules. In worker threads as well,
// as from there the debugger reaches the main one; this file is what they load first.
'use strict';

const Module = require('module');

// By name, as with others (--allow-natives-syntax) functions can be given another source.
const FLAGS = /^--(?:no[-_])?(?:stack[-_]size|expose[-_]gc|harmony[\w-]*|(?:max|min|initial)[\w-]*[-_]size)(?:=\d+)?$/;
const BINDINGS = new Set(['inspector', 'v8']);

function replace(owner, name, value) {
  if (owner !== undefined && name in owner) {
    Object.defineProperty(owner, name, { value, configurable: false, enumerable: true, writable: false });
  }
}

const closed = (name) => () => {
  throw new Error(`${name} is closed to a solution: it could change the tests while they run.`);
};

function closeDebugger() {
  let inspector;
  try {
    inspector = require('inspector');
  } catch {
    return; // a node that was built without
  }
  for (const name of ['connect', 'connectToMainThread']) replace(inspector.Session.prototype, name, closed("node's debugger"));
  replace(inspector, 'open', closed("node's debugger"));
}

function closeV8() {
  const v8 = require('v8');
  const { setFlagsFromString } = v8;
  replace(v8, 'setFlagsFromString', (flag) => {
    if (typeof flag === 'string' && !FLAGS.test(flag)) closed(`V8's flag ${flag}`)();
    setFlagsFromString(flag);
  });
  for (const name of ['getHeapSnapshot', 'writeHeapSnapshot', 'setHeapSnapshotNearHeapLimit']) {
    replace(v8, name, closed(`v8.${name}`));
  }
}

function closeProcess(target) {
  const { binding } = target;
  replace(target, 'binding', (name) => {
    const asked = String(name);
    if (BINDINGS.has(asked)) closed(`process.binding('${asked}')`)();
    return binding.call(process, asked);
  });
  replace(target, 'dlopen', closed('process.dlopen'));
  replace(target, '_debugProcess', closed("node's debugger"));
}

/** Lets threads begin with this file. What NODE_OPTIONS names would be loaded before it. */
function guardThreads() {
  const threads = require('worker_threads');
  const { Worker } = threads;
  const guarded = new Proxy(Worker, {
    // (Without iterators, which a solution may have changed.)
    construct(target, words, newTarget) {
      delete process.env.NODE_OPTIONS;
      const options = { ...words[1] };
      options.execArgv = ['--require', __filename].concat(options.execArgv ?? '--no-warnings');
      if (typeof options.env === 'object' && options.env !== null) {
        options.env = { ...options.env };
        delete options.env.NODE_OPTIONS;
      }
      return Reflect.construct(target, [words[0], options], newTarget);
    },
  });
  replace(Worker.prototype, 'constructor', guarded);
  replace(threads, 'Worker', guarded);
}

let isClosed = false;

/** To be called before a submission's first line. `target`: the `process` of its realm, which is a copy of node's own. */
function closeLiveCode(target) {
  closeProcess(target);
  if (isClosed) return;
  isClosed = true;
  if (target !== process) closeProcess(process);
  closeDebugger();
  closeV8();
  guardThreads();
  process.on('SIGUSR1', () => undefined); // a signal at which node would open the debugger's port
  Module.syncBuiltinESMExports();
}

if (!require('worker_threads').isMainThread) closeLiveCode(process);

module.exports = { closeLiveCode };
