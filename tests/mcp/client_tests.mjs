// What every client must be able to do with the server, whatever era it speaks.
//
// `connect(at, answer)` gives {client, call(name, args, options), heard}: `answer` is what a person answers
// when asked (nothing: the client can't ask), `heard` the questions and log messages that came.
import assert from 'node:assert/strict';
import test from 'node:test';

import { assertPassed, assertRefused, eventually, long, place, processesAbout, talkative } from './place.mjs';

export function clientTests(name, connect) {
  const run = (title, options, body) => test(`${name}: ${title}`, async (t) => {
    const at = place(t, options);
    await body(await connect(at, options.answer), at);
  });

  run('lists the tools with their schemas', {}, async ({ client }) => {
    const { tools } = await client.listTools();
    const test_tool = tools.find((tool) => tool.name === 'Test');
    assert.equal(test_tool.inputSchema.type, 'object');
    assert.equal(test_tool.outputSchema.type, 'object');
    assert.equal(test_tool.annotations.readOnlyHint, false);
    assert.match(client.getInstructions(), /proctor/);
    assert.equal(client.getServerVersion().name, 'proctor');
  });

  run('runs a command, and reads its log', {}, async ({ client, call }) => {
    const result = await call('Test', { command: 'echo hello' });
    assertPassed(result, /hello/);
    const link = result.content.find((part) => part.type === 'resource_link');
    const { contents } = await client.readResource({ uri: link.uri });
    assert.match(contents[0].text, /hello/);
    const { resources } = await client.listResources();
    const links = result.content.filter((part) => part.type === 'resource_link').map((part) => part.uri);
    const runs = resources.map((resource) => resource.uri).filter((uri) => uri.startsWith('proctor://runs/'));
    assert.deepEqual(runs, links);
    await assert.rejects(client.readResource({ uri: 'proctor://runs/none/log' }));
  });

  run('is told what it can mend as a result', {}, async ({ call }) => {
    assertRefused(await call('Test', { command: 'echo broken; exit 3' }), 'COMMAND_FAILED');
    assertRefused(await call('Test', { comand: 'misspelt' }), 'INVALID_REQUEST');
    await assert.rejects(call('NoSuchTool', {}), /Unknown tool/);
  });

  run('is shown progress that grows, and waits on because of it', {}, async ({ call }) => {
    const told = [];
    const result = await call('Test', { command: talkative }, {
      onprogress: (progress) => told.push(progress), timeout: 900, resetTimeoutOnProgress: true,
    });
    assertPassed(result, /one\ntwo\nthree/);
    assert.ok(told.length >= 3, JSON.stringify(told));
    told.reduce((last, { progress }) => { assert.ok(progress > last); return progress; }, 0);
    assert.ok(told.some(({ message }) => message === 'two'), JSON.stringify(told));
  });

  run('cancels a call, and nothing of it goes on', {}, async ({ call }, at) => {
    const stop = new AbortController();
    const cancelled = call('Test', { command: long }, {
      signal: stop.signal, onprogress: ({ message }) => { if (message === 'begun') stop.abort('enough'); },
    });
    await assert.rejects(cancelled);
    assert.ok(stop.signal.aborted);
    // Only the server is left.
    assert.ok(await eventually(() => processesAbout(at.top).length === 1), `${processesAbout(at.top)}`);
    assertPassed(await call('Test', { command: 'echo still here' }), /still here/);
  });

  run('makes several calls at once', {}, async ({ call }) => {
    const results = await Promise.all(['a', 'b', 'c', 'd'].map((word) => call('Test', { command: `echo ${word}; sleep 0.2` })));
    results.forEach((result, i) => assertPassed(result, new RegExp('abcd'[i])));
  });

  run('ends the server and its runs by closing', {}, async ({ client, call }, at) => {
    let begun = false;
    const lost = call('Test', { command: long }, { onprogress: ({ message }) => { begun ||= message === 'begun'; } });
    const outcome = lost.catch(() => 'lost');
    assert.ok(await eventually(() => begun));
    await client.close();
    await outcome;
    assert.ok(await eventually(() => processesAbout(at.top).length === 0));
  });

  const yes = { action: 'accept', content: { decision: 'allow once' } };
  run('asks a person, and a yes runs the call', { asks: true, answer: yes }, async ({ call, heard }) => {
    assertPassed(await call('Test', { command: 'echo allowed' }), /allowed/);
    assert.equal(heard.questions.length, 1);
    assert.match(heard.questions[0].message, /echo allowed/);
    assert.equal(heard.questions[0].requestedSchema.properties.decision.default, 'allow once');
  });

  for (const answer of [{ action: 'decline' }, { action: 'cancel' }, { action: 'accept', content: { decision: 'deny' } }]) {
    run(`asks a person, and ${JSON.stringify(answer)} runs nothing`, { asks: true, answer }, async ({ call, heard }) => {
      assertRefused(await call('Test', { command: 'echo denied' }), 'APPROVAL_DENIED');
      assert.equal(heard.questions.length, 1);
    });
  }

  run('that can ask nobody is told that a person has to allow it', { asks: true }, async ({ call, heard }) => {
    assertRefused(await call('Test', { command: 'echo pending' }), 'APPROVAL_REQUIRED');
    assert.equal(heard.questions.length, 0);
  });
}
