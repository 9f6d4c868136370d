/** A service of a few lines that does what a test says: for behaviour that the emulator never shows. */

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { idSdk, type ConnectConfig, type Connection } from 'id-emulator/client';
import { listening, type Listening } from '../listening.js';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Position among the requests of the same path, from 1. */
  readonly nth: number;
}

/** A response: 200 with an empty page unless it says otherwise; undefined if there is none. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type Answer = (request: ReceivedRequest) => Reply | undefined;

export interface BrokenService extends Listening {
  readonly config: ConnectConfig;
  readonly connection: Connection;
  /** The paths below `/api/v1` that were requested, and `token`, in order. */
  readonly received: readonly string[];
  readonly requests: readonly ReceivedRequest[];
  count(path: string): number;
}

const EMPTY_PAGE = { items: [], pagination: { offset: 0, limit: 10, total: 0 } };
export const CLIENT_SECRET = 's3cret "quoted\\" &more';

export async function startBroken(
  answer: Answer = () => ({}),
  { issue, ...config }: Partial<ConnectConfig> & { readonly issue?: Answer } = {},
): Promise<BrokenService> {
  const requests: ReceivedRequest[] = [];
  const received: string[] = [];
  const count = (path: string): number => received.filter((other) => other === path).length;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const url = new URL(request.url!, 'http://service');
      const path = url.pathname === '/token' ? 'token' : url.pathname.replace(/^\/api\/v1/, '');
      received.push(path);
      const known = { method: request.method!, url, headers: request.headers, body, nth: count(path) };
      requests.push(known);
      send(response, path === 'token' ? (issue ?? issueToken)(known) : answer(known));
    });
  });
  const running = await listening(server);
  const { url } = running;
  const whole = { clientId: 'a', clientSecret: CLIENT_SECRET, baseUrl: url, tokenUrl: `${url}/token`, ...config };
  return {
    ...running,
    config: whole,
    connection: await idSdk.connect(whole),
    received,
    requests,
    count,
  };
}

/** Tokens `token-1`, `token-2` and so on. */
export function issueToken({ nth }: ReceivedRequest): Reply {
  return { body: { access_token: `token-${nth}`, expires_in: 3_600 } };
}

function send(response: ServerResponse, reply: Reply | undefined): void {
  if (reply === undefined) return;
  const { status = 200, headers = {}, body = EMPTY_PAGE } = reply;
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
