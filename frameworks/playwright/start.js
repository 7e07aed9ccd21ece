// Runs Playwright, and has it tell proctor of each test: start.js project|upload ROOT [--path=GLOB …] [OPTION …]
'use strict';

const { start } = require('./javascript.js');

const words = process.argv.slice(4);
const globs = words.filter((word) => word.startsWith('--path=')).map((word) => word.slice('--path='.length));
const wishes = words.filter((word) => !word.startsWith('--path='));
start({
  ...{ name: '@playwright/test', title: 'Playwright', program: 'playwright', words: ['test'], oldest: 1 },
  ...{ packages: ['@playwright/test', 'playwright'], hook: require.resolve('./hook.js'), asked: { globs, wishes } },
});
