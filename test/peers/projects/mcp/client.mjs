import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { talk } from './talk.mjs';

await talk(new Client({ name: 'agent', version: '1.0.0' }), StdioClientTransport);
