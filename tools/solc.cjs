#!/usr/bin/env node
// A native-looking `solc` on top of npm's solc, which is the compiler built to WebAssembly.
//
// forge needs an executable that behaves like the native compiler and neither Debian nor npm carries
// one. It calls `solc --version` and then
//     solc --allow-paths A,B --base-path ROOT [--include-path DIR]... --standard-json
// with the input on stdin and the answer on stdout. That is all this program does.
//
// Which compiler: the name it is called by, `solc-0.8.30`, names the npm package `solc-0.8.30`
// (an alias for solc@0.8.30), found in the node_modules beside the real file's folder, or in
// PROCTOR_NODE_MODULES.
//
// Loading the WebAssembly takes half a second, and forge asks for the version in every run. So when a
// file `version` stands beside the path we were called by, its answer is given without loading.
//
// npm's own wrapper passes the input through the WebAssembly stack, where inputs of a few megabytes
// end in "memory access out of bounds". Here the input goes on the heap (`solidity_alloc`).
'use strict';

const fs = require('fs');
const path = require('path');

function die(message) {
  process.stderr.write(`solc: ${message}\n`);
  process.exit(1);
}

/** The options forge gives a native solc; anything else is refused rather than guessed at. */
function parseArguments(args) {
  const options = { version: false, standardJson: false, basePath: '', includePaths: [], allowPaths: [] };
  for (let i = 0; i < args.length; i++) {
    const [flag, inline] = args[i].split(/=(.*)/s, 2);
    const value = () => {
      if (inline !== undefined) return inline;
      if (++i >= args.length) die(`${flag} needs a value`);
      return args[i];
    };
    switch (flag) {
      case '--version': options.version = true; break;
      case '--standard-json': options.standardJson = true; break;
      case '--base-path': options.basePath = value(); break;
      case '--include-path': options.includePaths.push(value()); break;
      case '--allow-paths': options.allowPaths.push(...value().split(',').filter(Boolean)); break;
      default: die(`unknown option ${args[i]}: only --version and --standard-json with its paths are offered`);
    }
  }
  return options;
}

/** "solc-0.8.30": the name we were called by (argv[1] keeps the symlink's path). */
function calledAs() {
  const name = path.basename(process.argv[1]);
  if (!/^solc-\d+\.\d+\.\d+$/.test(name)) {
    die(`call me as solc-<version>, for example solc-0.8.30 (called as ${name})`);
  }
  return name;
}

function loadCompiler() {
  const name = calledAs();
  const modules = process.env.PROCTOR_NODE_MODULES || path.join(__dirname, '..', 'node_modules');
  const file = path.join(modules, name, 'soljson.js');
  if (!fs.existsSync(file)) die(`no compiler at ${file}: run "npm ci"`);
  // The emscripten runtime installs handlers that turn any error into a dump of its own source.
  const module = require(file);
  process.removeAllListeners('uncaughtException');
  process.removeAllListeners('unhandledRejection');
  return module;
}

/** "0.8.30+commit.73712a01.Emscripten.clang" as the native Linux build says it. */
function nativeVersion(module) {
  const full = module.UTF8ToString(module._solidity_version());
  return `${full.replace(/\.Emscripten.*$/, '')}.Linux.g++`;
}

/** What scripts/box.sh wrote down beside our name, if it is about this very version. */
function rememberedVersion() {
  const expected = `Version: ${calledAs().slice('solc-'.length)}+`;
  try {
    const line = fs.readFileSync(path.join(path.dirname(process.argv[1]), 'version'), 'utf8').trim();
    return line.startsWith(expected) ? line : undefined;
  } catch {
    return undefined;
  }
}

function isInside(file, directory) {
  const relative = path.relative(directory, file);
  return relative === '' || (!relative.startsWith('..' + path.sep) && relative !== '..' && !path.isAbsolute(relative));
}

/** Answers an import that the input doesn't hold: below the base and include paths, nowhere else. */
function makeReader(options) {
  const real = (p) => { try { return fs.realpathSync(p); } catch { return path.resolve(p); } };
  const bases = [options.basePath || process.cwd(), ...options.includePaths];
  const allowed = [...bases, ...options.allowPaths].map(real);
  return (asked) => {
    const name = asked.replace(/^file:\/\//, '');
    const tries = path.isAbsolute(name) ? [name] : bases.map((base) => path.resolve(base, name));
    for (const candidate of tries) {
      const file = real(candidate); // what a symlink leads to is what is judged, and what is read
      if (!allowed.some((directory) => isInside(file, directory))) {
        return { error: 'File outside of allowed directories.' };
      }
      if (!fs.existsSync(file)) continue;
      try {
        if (!fs.statSync(file).isFile()) return { error: 'Not a valid file.' }; // a FIFO would hang us
        return { contents: fs.readFileSync(file, 'utf8') };
      } catch (e) {
        return { error: `File could not be read: ${e.message}` };
      }
    }
    return { error: 'File not found.' };
  };
}

function compile(module, input, read) {
  const onHeap = (text) => {
    const bytes = module.lengthBytesUTF8(text) + 1;
    const at = module._solidity_alloc ? module._solidity_alloc(bytes) : module._malloc(bytes);
    if (!at) die(`out of memory for ${bytes} bytes`);
    module.stringToUTF8(text, at, bytes);
    return at;
  };
  const setPointer = (where, value) => { module.HEAPU32[where >>> 2] = value; };
  const answer = (data, contents, error) => {
    const result = read(module.UTF8ToString(data));
    if (result.contents !== undefined) setPointer(contents, onHeap(result.contents));
    if (result.error !== undefined) setPointer(error, onHeap(result.error));
  };
  // Since 0.6 the callback is (context, kind, data, contents*, error*); before, (data, contents*, error*).
  const modern = typeof module._solidity_alloc === 'function';
  const callback = modern
    ? module.addFunction((_context, kind, data, contents, error) => {
        if (module.UTF8ToString(kind) !== 'source') {
          setPointer(error, onHeap('Only source files can be asked for.'));
          return;
        }
        answer(data, contents, error);
      }, 'viiiii')
    : module.addFunction(answer, 'viii');
  const result = modern
    ? module._solidity_compile(onHeap(input), callback, 0)
    : module._solidity_compile(onHeap(input), callback);
  return module.UTF8ToString(result);
}

/** A pipe that is set to non-blocking says EAGAIN when it is empty or full: wait a little. */
function wait() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}

function readAll() {
  const pieces = [];
  const piece = Buffer.allocUnsafe(1 << 16);
  for (;;) {
    try {
      const got = fs.readSync(0, piece);
      if (got === 0) return Buffer.concat(pieces).toString('utf8');
      pieces.push(Buffer.from(piece.subarray(0, got)));
    } catch (e) {
      if (e.code !== 'EAGAIN') die(`can't read the input: ${e.message}`);
      wait();
    }
  }
}

function writeAll(text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    try {
      at += fs.writeSync(1, bytes, at);
    } catch (e) {
      if (e.code !== 'EAGAIN') die(`can't write the answer: ${e.message}`);
      wait();
    }
  }
}

const options = parseArguments(process.argv.slice(2));
if (options.version) {
  const line = rememberedVersion() ?? `Version: ${nativeVersion(loadCompiler())}`;
  writeAll(`solc, the solidity compiler commandline interface\n${line}\n`);
} else if (options.standardJson) {
  const compiler = loadCompiler();
  let answer;
  try {
    answer = compile(compiler, readAll(), makeReader(options));
  } catch (e) {
    // Without this node prints the failing line, and soljson.js is one line of nine megabytes.
    die(`the compiler crashed: ${e.message}`);
  }
  writeAll(answer + '\n');
} else {
  die('say --version or --standard-json');
}
