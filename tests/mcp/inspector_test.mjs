// @modelcontextprotocol/inspector, its command line: both eras.
import assert from 'node:assert/strict';
import test from 'node:test';

import { assertPassed, inspect, place } from './place.mjs';

for (const era of ['legacy', 'modern']) {
  test(`inspector, ${era}: finds nothing wrong with the schemas`, (t) => {
    const { tools } = inspect(place(t), era, ['--method', 'tools/list', '--strict']);
    assert.deepEqual(tools.map((tool) => tool.name), ['Test', 'run_tests', 'list_tests', 'wait_run', 'read_log', 'cancel_run']);
  });

  test(`inspector, ${era}: calls a tool`, (t) => {
    const at = place(t);
    assertPassed(inspect(at, era, ['--method', 'tools/call', '--tool-name', 'Test', '--tool-arg', 'command=echo hello']), /hello/);
    // It exits with an error of its own when the tool's answer is one.
    assert.throws(() => inspect(at, era, ['--method', 'tools/call', '--tool-name', 'Test', '--tool-arg', 'command=exit 3']),
      (error) => /COMMAND_FAILED/.test(error.stdout));
  });

  test(`inspector, ${era}: lists resources`, (t) => {
    const at = place(t);
    // The schemas of whole answers; no run has been.
    const { resources } = inspect(at, era, ['--method', 'resources/list']);
    assert.ok(resources.length > 0 && resources.every(({ uri }) => uri.startsWith('proctor://schemas/')));
    assert.equal(inspect(at, era, ['--method', 'resources/templates/list']).resourceTemplates.length, 2);
  });
}

test('inspector: 200 calls, four at a time', (t) => {
  const at = place(t);
  const summary = inspect(at, 'modern', ['--method', 'tools/call', '--tool-name', 'Test', '--tool-arg', 'command=echo hello',
    '--load', '--load-requests', '200', '--load-concurrency', '4']);
  assert.deepEqual([summary.ok, summary.errors], [200, 0], JSON.stringify(summary));
});
