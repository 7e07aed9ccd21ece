// The rival of `proctor mcp` in bench/tool_bench.py: an MCP server with one tool, made with the official SDK.
import { Server } from '../node_modules/@modelcontextprotocol/sdk/dist/esm/server/index.js';
import { StdioServerTransport } from '../node_modules/@modelcontextprotocol/sdk/dist/esm/server/stdio.js';
import { ListToolsRequestSchema } from '../node_modules/@modelcontextprotocol/sdk/dist/esm/types.js';

const server = new Server({ name: 'rival', version: '1' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [{ name: 'Test', description: 'Runs tests', inputSchema: { type: 'object', properties: {} } }],
}));
await server.connect(new StdioServerTransport());
