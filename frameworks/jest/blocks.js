// What stands in the groups of a test file: jest-circus' describe blocks, tests and hooks.
'use strict';

const WHEN = {
  beforeAll: 'before the first test',
  beforeEach: 'before the test',
  afterEach: 'after the test',
  afterAll: 'after the last test',
};

function testsOf(block) {
  return block.children.flatMap((child) => (child.type === 'test' ? [child] : testsOf(child)));
}

/** Of a test or a block, with those around it. */
function titlesOf(node) {
  const titles = [];
  for (let at = node; at.parent; at = at.parent) titles.unshift(at.name);
  return titles;
}

/** Whether jest-circus would run it. */
function willRun(test, { hasFocusedTests }) {
  if (test.mode === 'skip' || test.mode === 'todo' || (hasFocusedTests && test.mode !== 'only')) return false;
  for (let at = test.parent; at; at = at.parent) if (at.mode === 'skip') return false;
  return true;
}

/** All of it is to be run. */
function unskip(block) {
  if (block.mode === 'skip' || block.mode === 'only') block.mode = undefined;
  for (const child of block.children) {
    if (child.type === 'describeBlock') unskip(child);
    else if (child.mode === 'skip' || child.mode === 'only') child.mode = undefined;
  }
}

/** Says where an error was thrown that wasn't thrown in the test itself. */
function placeOf(hook, separator) {
  const group = titlesOf(hook.parent).join(separator);
  return `This happened in ${hook.type}${group === '' ? '' : ` of "${group}"`}, ${WHEN[hook.type]}.`;
}

/**
 * By test, the number of the outermost group that it stands in, from 1; 0 before all groups. For tests that the source
 * doesn't show, such as the rows of test.each. One describe is one number, also where it's called several times:
 * `lineOf` says where it stands.
 */
function groupNumbers({ children }, lineOf) {
  const groups = children.filter((child) => child.type === 'describeBlock');
  const lines = groups.map(lineOf);
  const known = [...new Set(lines)].sort((one, other) => one - other);
  const numbers = new Map();
  let number = 0;
  for (const child of children) {
    const index = groups.indexOf(child);
    if (index >= 0) number = lines.includes(undefined) ? index + 1 : known.indexOf(lines[index]) + 1;
    for (const test of child.type === 'test' ? [child] : testsOf(child)) numbers.set(test, number);
  }
  return numbers;
}

module.exports = { groupNumbers, placeOf, testsOf, titlesOf, unskip, willRun };
