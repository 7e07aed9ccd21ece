// The tests of a file, as jest-circus has them when all are declared: what they are called, and where they stand.
'use strict';

const SEPARATOR = ' > ';
const WHEN = {
  beforeAll: 'before the first test', beforeEach: 'before the test',
  afterEach: 'after the test', afterAll: 'after the last test',
};

const testsOf = (block) => block.children.flatMap((child) => (child.type === 'test' ? [child] : testsOf(child)));

/** Of a test or a group, with the groups around it. */
function nameOf(node) {
  const titles = [];
  for (let at = node; at.parent; at = at.parent) titles.unshift(at.name);
  return titles.join(SEPARATOR);
}

/** All of it is to be run. */
function unskip(node) {
  if (node.mode === 'skip' || node.mode === 'only') node.mode = undefined;
  node.children?.forEach(unskip);
}

/** Whether jest-circus would run it. */
function willRun(test, { hasFocusedTests }) {
  if (test.mode === 'skip' || test.mode === 'todo' || (hasFocusedTests && test.mode !== 'only')) return false;
  for (let at = test.parent; at; at = at.parent) if (at.mode === 'skip') return false;
  return true;
}

/** Says where an error was thrown that wasn't thrown in the test itself. */
function placeOf(hook) {
  const group = nameOf(hook.parent);
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

/** Makes ids: another one for each of several tests that are called the same. (One may be called `name #2` itself.) */
function makeIds() {
  const used = new Map(); // the highest number behind each
  return (name) => {
    const whole = Buffer.from(name, 'utf8').toString('utf8'); // as the client sends it
    let id = whole;
    for (let count = used.get(whole) ?? 1; used.has(id); used.set(whole, count)) id = `${whole} #${++count}`;
    used.set(id, 1);
    return id;
  };
}

module.exports = { SEPARATOR, groupNumbers, makeIds, nameOf, placeOf, testsOf, unskip, willRun };
