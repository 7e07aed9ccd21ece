// Writes the packs (pack.js): runs the samples, notes what is loaded on the way, and puts that together.
//
//   node warm.js record|compile PREPARED PRIVATE
//
// `record` writes the packs without code cache, `compile` (in a process of its own, with the packs) the code cache.
'use strict';

const fs = require('fs');
const path = require('path');
const Module = require('module');
const { assemble } = require('./harness.js');
const { Pack, isLazy, lazily, packedRequire } = require('./pack.js');
const { runExercise } = require('./exercise.js');
const { patched } = require('./realm_patches.js');

const [, , step, prepared, cacheDirectory] = process.argv;
const modules = path.join(prepared, 'node_modules');
const packs = path.join(prepared, 'packs');
const samples = path.join(__dirname, 'samples');
const entry = path.join(modules, 'proctor.js'); // what packedRequire asks in the name of

/** What is loaded, in which order, and what each `require` meant. */
class Record {
  files = new Map(); // name: {request: name}
  entries = {};

  note(from, request, filename) {
    if (!filename.startsWith(modules + path.sep) || !/\.(?:c?js|json)$/.test(filename)) return;
    if (!this.files.has(filename)) this.files.set(filename, {});
    if (from !== undefined && from !== entry && from.startsWith(modules + path.sep)) {
      if (!this.files.has(from)) this.files.set(from, {});
      this.files.get(from)[request] = filename;
    }
  }

  write(name) {
    const names = [...this.files.keys()];
    const numbers = new Map(names.map((file, number) => [file, number]));
    const numbered = (meanings) =>
      Object.fromEntries(Object.entries(meanings).map(([request, file]) => [request, numbers.get(file)]));
    const functions = names.map((file) => {
      const text = patched(file, fs.readFileSync(file, 'utf8'), modules).replace(/^#!.*/, '');
      const body = file.endsWith('.json') ? `module.exports = ${text}` : text;
      return `function (exports, require, module, __filename, __dirname) {${body}\n}`;
    });
    const index = {
      node: process.version,
      entries: numbered(this.entries),
      files: names.map((file) => [path.relative(modules, file), numbered(this.files.get(file))]),
    };
    fs.writeFileSync(path.join(packs, `${name}.js`), `[${functions.join(',\n')}]`);
    fs.writeFileSync(path.join(packs, `${name}.json`), JSON.stringify(index));
  }
}

/** Notes what node itself loads. */
function recordMain() {
  const record = new Record();
  const { _load: load, _resolveFilename: resolve } = Module;
  Module._load = function (request, parent, isMain) {
    const from = parent?.filename ?? '';
    if (isLazy(from, request)) return lazily(() => load.call(this, request, parent, isMain));
    return load.call(this, request, parent, isMain);
  };
  Module._resolveFilename = function (request, parent, ...rest) {
    const filename = resolve.call(this, request, parent, ...rest);
    record.note(parent?.filename, request, filename);
    if (parent?.filename === entry && record.files.has(filename)) {
      record.entries[request] = filename;
    }
    return filename;
  };
  return record;
}

/** Notes what jest loads in the realm of the tests. */
function recordRealm(record, runtime) {
  const original = runtime.requireInternalModule.bind(runtime);
  runtime.requireInternalModule = (from, request) => {
    const exports = original(from, request);
    if (request === undefined) {
      record.note(undefined, from, from);
    } else if (!Module.isBuiltin(request) && request !== 'chalk' && !request.startsWith('jest-main:')) {
      const filename = runtime._resolution.resolveCjs(from, request);
      record.note(from, request, filename);
      if (!from.startsWith(modules) && record.files.has(filename)) record.entries[request] = filename;
    }
    return exports;
  };
}

/** All polyfills that the preset may ask for with this version of node. */
function addPolyfills(record, load) {
  const { list } = load('core-js-compat')({ targets: { node: process.versions.node } });
  const add = (filename) => {
    if (record.files.has(filename)) return;
    record.note(undefined, '', filename);
    for (const [, request] of fs.readFileSync(filename, 'utf8').matchAll(/require\('(\.[^']+)'\)/g)) {
      const wanted = path.join(path.dirname(filename), request);
      const file = [`${wanted}.js`, path.join(wanted, 'index.js'), wanted].find(
        (each) => fs.existsSync(each) && fs.statSync(each).isFile(),
      );
      if (file === undefined) throw new Error(`${filename}: there is no ${request}`);
      add(file);
      record.note(filename, request, file);
    }
  };
  for (const name of list) {
    const filename = path.join(modules, 'core-js/modules', `${name}.js`);
    if (!fs.existsSync(filename)) continue;
    add(filename);
    record.entries[`core-js/modules/${name}.js`] = filename;
  }
}

/** A channel to nobody. */
function deafChannel() {
  const wanted = { skip: new Set(), only: new Set(), filter: '', exercise: true, failFast: false };
  const nothing = () => undefined;
  return {
    descriptor: -1,
    wanted,
    plan: nothing,
    start: nothing,
    finish: nothing,
    mark: nothing,
    end: nothing,
    error: nothing,
  };
}

async function main() {
  process.argv.push('--color');
  fs.mkdirSync(packs, { recursive: true });
  const mainRecord = step === 'record' ? recordMain() : undefined;
  const realmRecord = new Record();
  const pack = (name) => (step === 'record' ? undefined : Pack.open(packs, name, modules));
  const mainPack = pack('main');
  const realmPack = pack('realm');
  if (step !== 'record' && !(mainPack && realmPack)) throw new Error(`there are no packs in ${packs}`);
  const load = packedRequire(mainPack, modules);
  const { onError } = assemble({ channel: deafChannel(), root: samples, load });
  const tests = fs.readdirSync(samples).filter((name) => name.endsWith('.spec.js'));
  const onRuntime = step === 'record' ? (runtime) => recordRealm(realmRecord, runtime) : undefined;
  await runExercise({ root: samples, tests, load, modules, pack: realmPack, cacheDirectory, onError, onRuntime });
  if (step === 'record') {
    addPolyfills(realmRecord, load);
    realmRecord.write('realm');
    mainRecord.write('main');
  } else {
    for (const [name, { script }] of Object.entries({ main: mainPack, realm: realmPack })) {
      fs.writeFileSync(path.join(packs, `${name}.bin`), script.createCachedData());
    }
  }
  process.exit(0);
}

main().catch((error) => {
  fs.writeSync(2, `${error?.stack ?? error}\n`);
  process.exit(1);
});
