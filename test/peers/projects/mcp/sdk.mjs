import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { talk } from './talk.mjs';

await talk(new Client({ name: 'agent', version: '1.0.0' }), StdioClientTransport);
