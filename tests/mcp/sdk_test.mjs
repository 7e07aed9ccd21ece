// @modelcontextprotocol/sdk: sessions, 2025-11-25.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema, LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

import { clientTests } from './client_tests.mjs';
import { eventually, place } from './place.mjs';

async function connect(at, answer) {
  const client = new Client({ name: 'proctor-test', version: '1' }, { capabilities: answer ? { elicitation: {} } : {} });
  const heard = { questions: [], messages: [] };
  if (answer) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => { heard.questions.push(params); return answer; });
  }
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => { heard.messages.push(params); });
  at.closing.push(client);
  await client.connect(new StdioClientTransport(at));
  await client.listTools();  // so that it checks answers against their schemas
  return { client, heard, call: (name, args, options) => client.callTool({ name, arguments: args }, undefined, options) };
}

clientTests('sdk', connect);

test('sdk: hears output after logging/setLevel, and not before', async (t) => {
  const { client, call, heard } = await connect(place(t));
  await call('Test', { command: 'echo quiet' });
  assert.deepEqual(heard.messages, []);
  await client.setLoggingLevel('info');
  await call('Test', { command: 'echo loud' });
  assert.ok(await eventually(() => heard.messages.length > 0));
  assert.equal(heard.messages[0].logger, 'Test');
  assert.match(heard.messages.map(({ data }) => data.text).join(''), /loud/);
  await client.ping();
});
