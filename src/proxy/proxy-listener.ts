/** Takes requests from clients, and gives them what has come of them. */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { splitUrl } from '../contract/query-string.js';
import type { Clock } from '../domain/time/clock.js';
import { answerControl } from './answer-control.js';
import { groupHeaders } from './hop-by-hop.js';
import type { ProxiedRequest } from './message.js';
import { passExchange, type Passage, type Passed } from './pass-exchange.js';
import type { ProxyJournal } from './proxy-journal.js';
import { failureAnswer, ProxyFailure } from './proxy-failure.js';
import type { ProxyHooks } from './proxy-options.js';
import { BodyTooLargeError, readBounded } from './read-body.js';
import type { Recorder } from './recording/recorder.js';
import type { SeenSecrets } from './seen-secrets.js';
import { describeViolation, diagnosticsHeader, violationsHeader, type ProxyViolation } from './violation.js';

/** What the listener works with. */
export interface ListenerMaterial {
  readonly passage: Passage;
  readonly secrets: SeenSecrets;
  readonly journal: ProxyJournal;
  readonly recorder: Recorder | undefined;
  readonly clock: Clock;
  readonly hooks: ProxyHooks;
}

/** The listener of a proxy's server. */
export function proxyListener(material: ListenerMaterial): RequestListener {
  const startedAt = material.clock.now();
  let exchanges = 0;
  return (req, res) => {
    if (req.url!.startsWith('/_emulator/')) {
      const { status, type, body } = answerControl(material.journal, req.method!, splitUrl(req.url!)[0]!, req.headers);
      res.writeHead(status, type === '' ? {} : { 'Content-Type': type }).end(body);
      return;
    }
    handle(material, { req, res, id: ++exchanges, startedAt }).catch((error: unknown) => {
      // A mistake of the proxy's own; the client has to be told something.
      const failure = failureAnswer(new ProxyFailure(500, 'Internal error', (error as Error).message));
      if (!res.headersSent) res.writeHead(failure.status, groupHeaders(failure.rawHeaders));
      res.end(failure.body);
    });
  };
}

interface Arrival {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly id: number;
  /** When the proxy was started. */
  readonly startedAt: number;
}

async function handle(
  { passage, secrets, journal, recorder, clock, hooks }: ListenerMaterial,
  { req, res, id, startedAt }: Arrival,
): Promise<void> {
  const at = clock.now();
  const gone = new AbortController();
  res.once('close', () => {
    gone.abort();
  });
  const head = { method: req.method!, target: req.url!, rawHeaders: req.rawHeaders };
  const body = await readBounded(req, passage.limits.maxBody).catch((error: unknown) => error as Error);
  const request: ProxiedRequest = { ...head, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) };
  const passed = Buffer.isBuffer(body)
    ? await passExchange(passage, request, gone.signal)
    : unread(passage, request, body);
  secrets.learnRequest(request);
  if (passed.answer !== undefined) secrets.learnAnswer(passed.answer);
  const violations = passed.violations.map((violation) => withoutSecrets(violation, secrets));
  const {
    status,
    found: { operation },
  } = passed;
  const sent = { ...passed, rawHeaders: [...passed.rawHeaders, ...ownHeaders(id, { ...passed, violations })] };
  const exchange = {
    id,
    ...(operation !== undefined && { operation: operation.id }),
    status,
    violations,
    notes: passed.notes,
  };
  if (operation !== undefined && passed.answer !== undefined) recorder?.see(operation.id, passed.answer);
  journal.add({ ...exchange, request, answer: sent, at, received: at - startedAt, duration: clock.now() - at });
  hooks.onExchange?.({ ...exchange, method: request.method, ...(operation !== undefined && { path: operation.path }) });
  if (!Buffer.isBuffer(body)) res.shouldKeepAlive = false;
  send(res, sent);
}

/** Prism's sentences name members, and a member may have any name. */
function withoutSecrets(violation: ProxyViolation, secrets: SeenSecrets): ProxyViolation {
  return {
    ...violation,
    message: secrets.hide(violation.message),
    location: violation.location.map((step) => secrets.hide(step)),
  };
}

/** A request whose body was not read to its end. */
function unread({ checker, limits }: Passage, request: ProxiedRequest, error: Error): Passed {
  const failure =
    error instanceof BodyTooLargeError
      ? new ProxyFailure(
          413,
          'Request too large',
          `The body has more than ${limits.maxBody} bytes; --max-body allows more.`,
        )
      : new ProxyFailure(400, 'Request broken off', 'The body has not come to its end.');
  return { ...failureAnswer(failure), found: checker.find(request), violations: [], notes: [failure.message] };
}

/** What the proxy itself has to say, names and values by turns. */
function ownHeaders(id: number, { violations, notes }: Pick<Passed, 'violations' | 'notes'>): string[] {
  const sentences = [...violations.map(describeViolation), ...notes];
  return [
    'Emulator-Exchange',
    String(id),
    ...(violations.length > 0 ? ['sl-violations', violationsHeader(violations)] : []),
    ...(sentences.length > 0 ? ['Emulator-Diagnostic', diagnosticsHeader(sentences)] : []),
  ];
}

/** What has no body has no length that the proxy could know. */
function send(res: ServerResponse, { status, rawHeaders, body }: Pick<Passed, 'status' | 'rawHeaders' | 'body'>): void {
  const hasBody = res.req.method !== 'HEAD' && status !== 204 && status !== 304;
  res.writeHead(status, { ...groupHeaders(rawHeaders), ...(hasBody && { 'Content-Length': body.length }) });
  res.end(hasBody ? body : undefined);
}
