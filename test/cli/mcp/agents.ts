/** The official clients of both lines of the protocol, each over a real process or over HTTP. */

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as EarlierStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as EarlierHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { environmentWithoutSettings, MAIN } from '../id-emulator.js';

/** What a tool returned. */
export interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  /** Absent after an error. */
  readonly structuredContent: ToolValues;
}

/** The members of all results that tests read; each tool returns its own. */
export interface ToolValues {
  readonly untrusted: readonly string[];
  readonly more?: string;
  readonly sandbox: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly scenarios: readonly { readonly select: string }[];
  readonly exchanges: readonly string[];
  readonly failures: readonly object[];
  readonly response: { readonly body: string };
  readonly guesses: readonly { readonly id: string }[];
  readonly points: readonly object[];
  readonly parties: readonly {
    readonly partyId: string;
    readonly credentials: readonly { readonly contractId: string; readonly state: string }[];
  }[];
  readonly sections: readonly { readonly page: string }[];
  readonly text: string;
  readonly verdict: string;
  readonly message: string;
  readonly report: string;
  readonly findings: readonly Finding[];
}

export interface Finding {
  readonly what: string;
  readonly exchanges: readonly string[];
  readonly remedy: string;
  readonly repeat: string;
}

export interface CallOptions {
  readonly onprogress?: (progress: { readonly message?: string | undefined }) => void;
  readonly signal?: AbortSignal;
  readonly timeout?: number;
}

export interface AgentTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: object;
  readonly outputSchema?: object | undefined;
  readonly annotations?:
    { readonly readOnlyHint?: boolean | undefined; readonly destructiveHint?: boolean | undefined } | undefined;
}

/** A connected client. */
export interface Agent extends AsyncDisposable {
  readonly protocol: string | undefined;
  tools(): Promise<readonly AgentTool[]>;
  call(name: string, input?: Record<string, unknown>, options?: CallOptions): Promise<ToolResult>;
}

export const LINES = ['2026-07-28', '2025-11-25'] as const;
export type Line = (typeof LINES)[number];

const INFO = { name: 'test', version: '1.0.0' };

/** An agent that starts `id-emulator mcp` itself. */
export async function agentOverStdio(
  line: Line,
  { cwd, env = {} }: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<Agent> {
  const server = {
    command: process.execPath,
    args: [MAIN, 'mcp'],
    cwd,
    env: { ...environmentWithoutSettings(), ...env } as Record<string, string>,
    stderr: 'inherit' as const,
  };
  return line === '2026-07-28'
    ? await connected(new StdioClientTransport(server))
    : await connectedEarlier(new EarlierStdioTransport(server));
}

/** An agent at `/_emulator/mcp` of a running emulator. */
export async function agentOverHttp(line: Line, url: string, headers: Record<string, string> = {}): Promise<Agent> {
  const [address, options] = [new URL(`${url}/_emulator/mcp`), { requestInit: { headers } }];
  return line === '2026-07-28'
    ? await connected(new StreamableHTTPClientTransport(address, options))
    : await connectedEarlier(new EarlierHttpTransport(address, options));
}

async function connected(transport: Parameters<Client['connect']>[0]): Promise<Agent> {
  const client = new Client(INFO, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  return {
    protocol: client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools,
    call: async (name, input = {}, options) =>
      (await client.callTool({ name, arguments: input }, options)) as unknown as ToolResult,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function connectedEarlier(transport: EarlierStdioTransport | EarlierHttpTransport): Promise<Agent> {
  const client = new EarlierClient(INFO);
  let protocol: string | undefined;
  Object.assign(transport, { setProtocolVersion: (version: string) => (protocol = version) });
  await client.connect(transport);
  return {
    protocol,
    tools: async () => (await client.listTools()).tools,
    call: async (name, input = {}, options) =>
      (await client.callTool({ name, arguments: input }, undefined, options)) as unknown as ToolResult,
    [Symbol.asyncDispose]: () => client.close(),
  };
}
