// What jest is told for a project, which runs in place with the jest that it has, as that is configured there.
'use strict';

// What of the project's own jest is given ours for: runner.js and results.js have to know it.
const REPLACED = new Set(['testRunner', 'testResultsProcessor']);
// What the configuration is read by.
const READ = new Set([...REPLACED, 'config', 'preset', 'projects', 'rootDir']);
// What the project's own command mustn't do here: watch, ask, change snapshots, end in the midst of what is told.
const UNWANTED = new Set(['bail', 'ci', 'notify', 'passWithNoTests', 'updateSnapshot', 'watch', 'watchAll', 'watchman']);

/** The project's configuration, as jest itself will read it once more. None if this jest has no such function. */
async function configOf(options, directory, jestConfig) {
  const { readConfigs } = require(jestConfig);
  const { warn } = console;
  console.warn = () => undefined; // of what jest warns there it warns again
  try {
    const projects = options.projects ?? [directory];
    return (await readConfigs?.({ $0: 'jest', _: [], ...options }, projects)) ?? { configs: [], globalConfig: {} };
  } finally {
    console.warn = warn;
  }
}

/** By the id of a project of the configuration, its own runner, and what it is called if files are run for several. */
function noteProjects(configs, settings) {
  settings.runners = Object.fromEntries(configs.map((config) => [config.id ?? config.name, config.testRunner]));
  const roots = configs.map((config) => config.rootDir);
  const sharing = configs.filter((config) => roots.filter((one) => one === config.rootDir).length > 1);
  const called = (config, index) => [config.id ?? config.name, config.displayName?.name ?? String(index + 1)];
  settings.projects = Object.fromEntries(sharing.map(called));
}

/** Completes the settings of runner.js by what the configuration says, which is read by the options of jest's command. */
async function noteConfiguration(options, { directory, settings, messages, refuse, jestConfig }) {
  const read = {};
  let list; // words behind an option with several values
  for (const { name, written, value } of options) {
    if (name) list = name === 'projects' ? (read.projects = value === undefined ? [] : [value]) : undefined;
    else list?.push(written);
    if (READ.has(name) && name !== 'projects') read[name] = value;
  }
  try {
    const { configs, globalConfig } = await configOf(read, directory, jestConfig);
    noteProjects(configs, settings);
    settings.processor = globalConfig.testResultsProcessor;
  } catch (error) {
    refuse(`jest's configuration can't be used.\n\n${messages.of(error)}`, 'settings');
  }
}

/** The options as words again, without those that can't hold here. */
function wordsOf(options) {
  const given = options.filter(({ name }) => !REPLACED.has(name) && !UNWANTED.has(name));
  return given.flatMap(({ words }) => words);
}

module.exports = { noteConfiguration, wordsOf };
