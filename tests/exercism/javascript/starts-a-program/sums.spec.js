const { describe, expect, test, xtest } = require('@jest/globals');
const { spawnSync } = require('child_process');
const path = require('path');

const run = (...files) => {
  const child = spawnSync('node', [path.resolve(__dirname, 'sums.js'), ...files], { stdio: 'pipe', cwd: __dirname });
  return child.stdout.toString() + child.stderr.toString();
};

describe('Sums', () => {
  test('of one file', () => {
    expect(run('data/numbers.txt')).toBe('7\n[ 1, 2, 4 ]\n');
  });

  xtest('of a file that is not there', () => {
    expect(run('data/nothing.txt')).toContain('ENOENT');
  });
});
