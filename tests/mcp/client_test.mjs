// @modelcontextprotocol/client: stateless, 2026-07-28; and the sessions of its legacy mode.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { clientTests } from './client_tests.mjs';
import { eventually, place } from './place.mjs';

const connectIn = (mode) => async (at, answer) => {
  const client = new Client(
    { name: 'proctor-test', version: '1' },
    { capabilities: answer ? { elicitation: { form: {} } } : {}, versionNegotiation: { mode } });
  const heard = { questions: [], messages: [] };
  if (answer) {
    client.setRequestHandler('elicitation/create', ({ params }) => { heard.questions.push(params); return answer; });
  }
  client.setNotificationHandler('notifications/message', ({ params }) => { heard.messages.push(params); });
  at.closing.push(client);
  await client.connect(new StdioClientTransport(at));
  await client.listTools();
  return { client, heard, call: (name, args, options, more = {}) => client.callTool({ name, arguments: args, ...more }, options) };
};

clientTests('client, stateless', connectIn({ pin: '2026-07-28' }));
clientTests('client, session', connectIn('legacy'));

test('client: finds out by itself that it needs no session', async (t) => {
  const { client } = await connectIn('auto')(place(t));
  assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');
});

test('client, stateless: hears the output of the call that asks for it', async (t) => {
  const { call, heard } = await connectIn({ pin: '2026-07-28' })(place(t));
  await call('Test', { command: 'echo quiet' });
  assert.deepEqual(heard.messages, []);
  await call('Test', { command: 'echo loud' }, {}, { _meta: { 'io.modelcontextprotocol/logLevel': 'info' } });
  assert.ok(await eventually(() => heard.messages.length > 0));
  assert.match(heard.messages.map(({ data }) => data.text).join(''), /loud/);
});
