// Runs a submission's test files: jest's own parts, without its command line and without its search for files.
'use strict';

const fs = require('fs');
const path = require('path');
const babelTransform = require('./babel_transform.js');
const { usePackIn } = require('./pack.js');
const { filesIn, patched } = require('./realm_patches.js');
const testRunner = require('./test_runner.js');

function projectConfig(root, modules, cacheDirectory) {
  return {
    automock: false,
    cache: false,
    cacheDirectory,
    clearMocks: false,
    collectCoverage: false,
    collectCoverageFrom: [],
    coverageDirectory: path.join(root, 'coverage'),
    coveragePathIgnorePatterns: [],
    cwd: root,
    detectLeaks: false,
    detectOpenHandles: false,
    errorOnDeprecated: false,
    extensionsToTreatAsEsm: [],
    fakeTimers: { enableGlobally: false },
    forceCoverageMatch: [],
    globals: {},
    haste: { computeSha1: false, enableSymlinks: false, forceNodeFilesystemAPI: true },
    id: 'proctor',
    injectGlobals: true,
    moduleDirectories: ['node_modules'],
    moduleFileExtensions: ['js', 'mjs', 'cjs', 'jsx', 'ts', 'tsx', 'json', 'node'],
    moduleNameMapper: [],
    modulePathIgnorePatterns: [],
    modulePaths: [modules],
    openHandlesTimeout: 0,
    prettierPath: 'prettier',
    resetMocks: false,
    resetModules: false,
    restoreMocks: false,
    rootDir: root,
    roots: [root],
    runnerOptions: {},
    sandboxInjectedGlobals: [],
    setupFiles: [],
    setupFilesAfterEnv: [],
    skipFilter: false,
    slowTestThreshold: 5,
    snapshotFormat: { escapeString: false, printBasicPrototype: false },
    snapshotSerializers: [],
    testEnvironmentOptions: { globalsCleanup: 'off' },
    testLocationInResults: false,
    transform: [['\\.[cm]?jsx?$', path.join(__dirname, 'babel_transform.js'), {}]],
    transformIgnorePatterns: ['/node_modules/'],
    watchPathIgnorePatterns: [],
  };
}

function globalConfig(root) {
  return {
    bail: 0,
    ci: true,
    collectCoverage: false,
    collectCoverageFrom: [],
    coverageProvider: 'babel',
    expand: false,
    maxConcurrency: 1,
    // What jest itself would tell of a failure isn't used. It would show a part of the file that a stack begins in; a
    // promise's begins in the pack of jest's own code, which takes a fraction of a second to colour for each failure.
    noCodeFrame: true,
    noStackTrace: false,
    projects: [],
    rootDir: root,
    seed: 1,
    snapshotFormat: { escapeString: false, printBasicPrototype: false },
    updateSnapshot: 'none',
    waitForUnhandledRejections: false, // rejections.js does
  };
}

/** Texts of files that stay what they are, also when a runtime forgets what it has read. (jest 30.5 does so at once.) */
class Texts extends Map {
  #kept;

  constructor(kept) {
    super(kept);
    this.#kept = kept;
  }

  clear() {
    super.clear();
    for (const [file, text] of this.#kept) this.set(file, text);
  }
}

/** With a package.json that isn't JSON nothing beside it would be found; the learning site's own runner reads none. */
function setUnreadablePackageAside(root) {
  const file = path.join(root, 'package.json');
  try {
    JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) fs.rmSync(file);
  }
}

/**
 * What isn't for the student to write, as .meta/config.json says: the tests, and what they have beside them. Without a
 * configuration it's only known of the tests.
 */
function filesOfAuthor(root, tests) {
  for (const directory of ['.meta', '.exercism']) {
    let files;
    try {
      ({ files } = JSON.parse(fs.readFileSync(path.join(root, directory, 'config.json'), 'utf8')));
    } catch {
      continue;
    }
    const named = (kind) => (Array.isArray(files?.[kind]) ? files[kind].filter((name) => typeof name === 'string') : []);
    const solution = new Set(named('solution'));
    const names = new Set([...tests, ...named('test'), ...named('editor').filter((name) => !solution.has(name))]);
    return { names: [...names], areAllKnown: solution.size > 0 };
  }
  return { names: tests, areAllKnown: false };
}

/**
 * Stacks show the submission's own frames and node's, and not jest's or ours, wherever those are. What has no file
 * (`new Promise`) is whoever's it is that called it: behind the submission's outermost frame it's jest's.
 */
function leaveOutForeignFrames(root) {
  const format = Error.prepareStackTrace;
  Error.prepareStackTrace = (error, frames) => {
    const shown = [];
    let outermost = 0;
    for (let i = 0; i < frames.length; ++i) {
      const file = frames[i].getFileName();
      const isOwn = typeof file === 'string' && file.startsWith(root + path.sep);
      if (isOwn || typeof file !== 'string' || !path.isAbsolute(file)) shown.push(frames[i]);
      if (isOwn) outermost = shown.length;
    }
    if (outermost > 0) shown.length = outermost;
    return format(error, shown);
  };
}

/** What a file throws while it is loaded may be nothing at all, in which jest would look for a code. */
function nameNothing(Resolver) {
  const cast = Resolver.tryCastModuleNotFoundError;
  Resolver.tryCastModuleNotFoundError = (error) => {
    if (error === undefined || error === null) throw new Error(`${error} was thrown while the file was loaded`);
    return cast.call(Resolver, error);
  };
}

/**
 * `load` gives the packages of the place where jest is, `modules` is its node_modules, `pack` (optional) what jest
 * runs in the realm of the tests, `onRuntime` is told of each realm.
 */
async function runExercise({ root, tests, load, modules, pack, cacheDirectory, onError, onRuntime }) {
  const { createScriptTransformer } = load('@jest/transform');
  const { TestEnvironment } = load('jest-environment-node');
  const { SourceMapSupport } = load('@jest/source-map');
  const { ModuleMap } = load('jest-haste-map');
  const Runtime = load('jest-runtime').default;
  nameNothing(load('jest-resolve').default);
  babelTransform.use(load, tests.map((test) => path.join(root, test)));
  setUnreadablePackageAside(root);

  const config = projectConfig(root, modules, cacheDirectory);
  const global = globalConfig(root);
  const resolver = Runtime.createResolver(config, ModuleMap.create(root));
  const sourceMaps = new SourceMapSupport();
  Error.stackTraceLimit = 100;
  // What the author's files say is known before any code under test could change another one.
  const { names, areAllKnown } = filesOfAuthor(root, tests);
  const texts = new Map(
    names
      .map((name) => path.join(root, name))
      .filter((file) => file.startsWith(root + path.sep) && fs.statSync(file, { throwIfNoEntry: false })?.isFile())
      .map((file) => [file, fs.readFileSync(file, 'utf8')]),
  );
  const authors = { files: new Map(texts), areAllKnown };
  if (pack === undefined) {
    for (const file of filesIn(modules).filter((each) => fs.existsSync(each))) {
      texts.set(file, patched(file, fs.readFileSync(file, 'utf8'), modules));
    }
  }
  for (const test of tests) {
    const testPath = path.join(root, test);
    const cacheFS = new Texts(texts);
    const transformer = await createScriptTransformer(config, cacheFS);
    const environment = new TestEnvironment({ globalConfig: global, projectConfig: config }, { testPath });
    const runtime = new Runtime(config, environment, resolver, transformer, cacheFS, global, testPath, global);
    if (pack !== undefined) usePackIn(runtime, environment, pack);
    onRuntime?.(runtime);
    sourceMaps.install(runtime.getSourceMaps());
    leaveOutForeignFrames(root);
    try {
      await environment.setup();
      const text = texts.get(testPath);
      const result = await testRunner(global, config, environment, runtime, testPath, undefined, text, authors);
      if (result.testExecError) onError(result.testExecError, testPath);
      else if (result.testResults.length === 0) {
        onError({ message: `There is no test in ${test}: it must contain at least one.` }, testPath);
      }
    } catch (error) {
      onError(error, testPath);
    }
  }
}

module.exports = { runExercise };
