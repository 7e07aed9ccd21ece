// What jest is told for a project, which runs in place with the jest that it has, as that is configured there.
'use strict';

const path = require('path');
const { readScript } = require('./project_script.js');

/** A glob (or a part of a path) as a regular expression on the whole path. */
function pathPattern(root, glob) {
  if (!/[*?[{]/.test(glob)) return escape(glob);
  const parts = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };
  const text = glob.replace(/\*\*\/|\*\*|\*|\?|\[.\]|[^*?[]+|\[/g, (piece) => parts[piece] ?? escape(piece.replace(/^\[(.)\]$/, '$1')));
  return `^${escape(root)}/(?:.*/)?${text}$`;
}

const escape = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The project's configuration, as jest itself will read it once more. None if this jest has no such function. */
async function configOf(options, root, jestConfig) {
  const { readConfigs } = require(jestConfig);
  const { warn } = console;
  console.warn = () => undefined; // of what jest warns there it warns again
  try {
    return (await readConfigs?.({ $0: 'jest', _: [], ...options }, [root])) ?? { configs: [], globalConfig: {} };
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

/** The words for jest. `globs`: of the paths that are asked for; `settings`: those of runner.js, which are completed. */
async function projectOptions({ root, globs, directory, settings, messages, client, refuse, jestConfig }) {
  const { options, unused } = readScript(root);
  if (unused.length > 0) {
    const message = `The script "test" of package.json gives jest ${unused.join(', ')}, which isn't used here`;
    client.tell('warning', { message: `${message}: what is run may be other tests than those of that script.` });
  }
  // What of the project's own jest is given ours for: runner.js and results.js have to know it.
  const replaced = ['testRunner', 'testResultsProcessor'];
  const read = options.filter(({ name }) => ['config', 'preset', ...replaced].includes(name));
  try {
    const { configs, globalConfig } = await configOf(Object.fromEntries(read.map(({ name, value }) => [name, value])), root, jestConfig);
    noteProjects(configs, settings);
    settings.processor = globalConfig.testResultsProcessor;
  } catch (error) {
    refuse(`jest's configuration can't be used.\n\n${messages.of(error)}`, 'settings');
  }
  const given = options.filter(({ name }) => !replaced.includes(name));
  return [
    `--coverageDirectory=${path.join(directory, 'coverage')}`,
    ...given.map(({ written, value }) => (value === undefined ? written : `${written}=${value}`)),
    ...['--', ...globs.map((glob) => pathPattern(root, glob))],
  ];
}

module.exports = { projectOptions };
