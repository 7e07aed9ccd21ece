// Packages in one script with V8's code cache: to look up, read and compile some four hundred small files is most of
// what starting jest and Babel costs. `proctor warm` writes the packs (warm.js); without them node loads the files.
//
// A pack is NAME.json (which files, and what each `require` in them means), NAME.js (an array of functions, one a
// file) and NAME.bin (the code cache, for this version of node).
'use strict';

const fs = require('fs');
const path = require('path');
const vm = require('vm');
const Module = require('module');

const { createRequire, isBuiltin } = Module;

/** Where a package is loaded only when its default export is asked for: Babel's preset names 70 and uses 5. */
function isLazy(from, request) {
  return from.endsWith('/@babel/preset-env/lib/available-plugins.js') && request.startsWith('@babel/plugin-');
}

const lazily = (load) => ({
  __esModule: true,
  get default() {
    const exports = load();
    return exports.__esModule ? exports.default : exports;
  },
});

class Pack {
  /** undefined if there is none that fits. `modules`: the node_modules that it was made from. */
  static open(directory, name, modules) {
    try {
      const index = JSON.parse(fs.readFileSync(path.join(directory, `${name}.json`), 'utf8'));
      if (index.node !== process.version) return undefined;
      const source = fs.readFileSync(path.join(directory, `${name}.js`), 'utf8');
      let cachedData;
      try {
        cachedData = fs.readFileSync(path.join(directory, `${name}.bin`));
      } catch {
        // It works without, slower.
      }
      return new Pack(index, source, cachedData, modules, path.join(directory, `${name}.js`));
    } catch {
      return undefined;
    }
  }

  constructor(index, source, cachedData, modules, filename) {
    this.script = new vm.Script(source, {
      filename,
      cachedData,
      importModuleDynamically: vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    this.files = index.files.map(([file, meanings]) => ({ filename: path.join(modules, file), meanings }));
    this.numbers = new Map(this.files.map(({ filename: file }, number) => [file, number]));
    this.entries = new Map(Object.entries(index.entries));
  }
}

/** A `require` for packages, as if called beside `modules`: from the pack if there is one, else node's own. */
function packedRequire(pack, modules) {
  const node = createRequire(path.join(modules, 'proctor.js'));
  if (pack === undefined) return node;
  const functions = pack.script.runInThisContext();
  const load = (number) => {
    const { filename, meanings } = pack.files[number];
    const known = Module._cache[filename];
    if (known !== undefined) return known.exports;
    const module = new Module(filename, undefined);
    module.filename = filename;
    module.paths = [];
    Module._cache[filename] = module;
    let own;
    const fallback = () => (own ??= createRequire(filename));
    const require = (request) => {
      const meaning = meanings[request];
      if (typeof meaning === 'number') {
        return isLazy(filename, request) ? lazily(() => load(meaning)) : load(meaning);
      }
      if (isLazy(filename, request)) return lazily(() => fallback()(request));
      return isBuiltin(request) ? node(request) : fallback()(request);
    };
    require.resolve = (request, options) => {
      const meaning = options === undefined ? meanings[request] : undefined;
      return typeof meaning === 'number' ? pack.files[meaning].filename : fallback().resolve(request, options);
    };
    require.cache = Module._cache;
    require.main = process.mainModule;
    try {
      functions[number].call(module.exports, module.exports, require, module, filename, path.dirname(filename));
    } catch (error) {
      delete Module._cache[filename];
      throw error;
    }
    module.loaded = true;
    return module.exports;
  };
  return (request) => {
    const number = pack.entries.get(request);
    return number === undefined ? node(request) : load(number);
  };
}

/**
 * Lets a jest runtime take its own modules, and the polyfills that Babel's preset asks for, from the pack: they are
 * run anew in the realm of each test file.
 */
function usePackIn(runtime, environment, pack) {
  const functions = pack.script.runInContext(environment.getVmContext());
  const modules = new Map();
  const { requireBuilder } = runtime;
  const internal = runtime.requireInternalModule.bind(runtime);
  const asked = runtime.requireModuleOrMock.bind(runtime);
  const load = (number) => {
    const known = modules.get(number);
    if (known !== undefined) return known.exports;
    const { filename, meanings } = pack.files[number];
    const module = { children: [], exports: {}, filename, id: filename, loaded: false, path: path.dirname(filename) };
    modules.set(number, module);
    const require = (request) => {
      const meaning = meanings[request];
      return typeof meaning === 'number' ? load(meaning) : internal(filename, request);
    };
    require.resolve = (...words) => requireBuilder.for(module, { isInternalModule: true }).resolve(...words);
    functions[number].call(module.exports, module.exports, require, module, filename, module.path);
    module.loaded = true;
    return module.exports;
  };
  runtime.requireInternalModule = (from, request) => {
    const number = request === undefined ? pack.numbers.get(from) : pack.entries.get(request);
    return number === undefined ? internal(from, request) : load(number);
  };
  runtime.requireModuleOrMock = (from, request) => {
    const number = String(request).startsWith('core-js/') ? pack.entries.get(request) : undefined;
    return number === undefined ? asked(from, request) : load(number);
  };
}

module.exports = { Pack, isLazy, lazily, packedRequire, usePackIn };
