/** Receives requests of clients and sends the responses. */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { splitUrl } from '../../contract/query-string.js';
import type { Clock } from '../../emulator/domain/time/clock.js';
import { controlResponse } from './control-endpoints.js';
import { BodyTooLargeError } from '../../emulator/journal/content-coding.js';
import { groupHeaders, type ProxiedRequest, readBody } from './message.js';
import { type PassDependencies, type PassedExchange, passExchange } from './pass-exchange.js';
import { describeViolation, diagnosticsHeader, violationsHeader } from './proxied-exchange.js';
import { failureResponse, ProxyFailure } from './proxy-errors.js';
import type { ProxyJournal } from './proxy-journal.js';
import type { ProxyHooks } from './proxy-options.js';
import type { Recorder } from './recording/recorder.js';
import type { Redaction } from '../../emulator/journal/redaction.js';

/** What the listener needs. */
export interface ListenerDependencies {
  readonly passing: PassDependencies;
  readonly redaction: Redaction;
  readonly journal: ProxyJournal;
  readonly recorder: Recorder | undefined;
  readonly clock: Clock;
  readonly hooks: ProxyHooks;
}

/** The listener of a proxy's server. */
export function proxyListener(material: ListenerDependencies): RequestListener {
  const startedAt = material.clock.now();
  let exchanges = 0;
  return (req, res) => {
    if (req.url!.startsWith('/_emulator/')) {
      const { status, type, body } = controlResponse(
        material.journal,
        req.method!,
        splitUrl(req.url!)[0]!,
        req.headers,
      );
      res.writeHead(status, type === '' ? {} : { 'Content-Type': type }).end(body);
      return;
    }
    handle(material, { req, res, id: ++exchanges, startedAt }).catch((error: unknown) => {
      // A defect of the proxy itself.
      const failure = failureResponse(new ProxyFailure(500, 'Internal error', (error as Error).message));
      if (!res.headersSent) res.writeHead(failure.status, groupHeaders(failure.rawHeaders));
      res.end(failure.body);
    });
  };
}

interface IncomingExchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly id: number;
  /** When the proxy started, in milliseconds since 1970. */
  readonly startedAt: number;
}

async function handle(
  { passing, redaction, journal, recorder, clock, hooks }: ListenerDependencies,
  { req, res, id, startedAt }: IncomingExchange,
): Promise<void> {
  const at = clock.now();
  const gone = new AbortController();
  res.once('close', () => {
    gone.abort();
  });
  const head = { method: req.method!, target: req.url!, rawHeaders: req.rawHeaders };
  const body = await readBody(req, passing.limits.maxBody).catch((error: unknown) => error as Error);
  const request: ProxiedRequest = { ...head, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) };
  const passed = Buffer.isBuffer(body)
    ? await passExchange(passing, request, gone.signal)
    : unread(passing, request, body);
  redaction.learn({
    url: request.target,
    requestHeaders: request.rawHeaders,
    requestBody: request.body,
    responseBody: passed.response?.content,
  });
  // Prism's messages contain names of members, and a client may put a secret there.
  const violations = passed.violations.map((violation) => redaction.json(violation));
  const { status, found } = passed;
  const { operation } = found;
  const sent = { ...passed, rawHeaders: [...passed.rawHeaders, ...ownHeaders(id, { ...passed, violations })] };
  const exchange = {
    id,
    ...(operation !== undefined && { operation: operation.id }),
    status,
    violations,
    notes: passed.notes,
  };
  if (operation !== undefined && passed.response !== undefined) recorder?.observe(operation.id, passed.response);
  journal.add({ ...exchange, request, response: sent, at, received: at - startedAt, duration: clock.now() - at });
  hooks.onExchange?.({ ...exchange, method: request.method, ...(operation !== undefined && { path: operation.path }) });
  if (!Buffer.isBuffer(body)) res.shouldKeepAlive = false;
  send(res, sent);
}

/** The response to a request whose body could not be read completely. */
function unread({ checker, limits }: PassDependencies, request: ProxiedRequest, error: Error): PassedExchange {
  const failure =
    error instanceof BodyTooLargeError
      ? new ProxyFailure(
          413,
          'Request too large',
          `The body has more than ${limits.maxBody} bytes; --max-body allows more.`,
        )
      : new ProxyFailure(400, 'Request incomplete', 'The connection ended before the whole body arrived.');
  return { ...failureResponse(failure), found: checker.find(request), violations: [], notes: [failure.message] };
}

/** The headers that the proxy adds, names and values in turn. */
function ownHeaders(id: number, { violations, notes }: Pick<PassedExchange, 'violations' | 'notes'>): string[] {
  const sentences = [...violations.map(describeViolation), ...notes];
  return [
    'Emulator-Exchange',
    String(id),
    ...(violations.length > 0 ? ['sl-violations', violationsHeader(violations)] : []),
    ...(sentences.length > 0 ? ['Emulator-Diagnostic', diagnosticsHeader(sentences)] : []),
  ];
}

/** Without a body, `Content-Length` is the service's own (RFC 9110 section 8.6), so it is not set. */
function send(
  res: ServerResponse,
  { status, rawHeaders, body }: Pick<PassedExchange, 'status' | 'rawHeaders' | 'body'>,
): void {
  const hasBody = res.req.method !== 'HEAD' && status !== 204 && status !== 304;
  res.writeHead(status, { ...groupHeaders(rawHeaders), ...(hasBody && { 'Content-Length': body.length }) });
  res.end(hasBody ? body : undefined);
}
