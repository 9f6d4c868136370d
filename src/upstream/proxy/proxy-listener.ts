/**
 * Receives requests of clients and sends the responses. The proxy's own endpoints have the same paths as those of the
 * emulator: `/_emulator/health` and the journal.
 */

import { allAtOnce } from '../../common/steps.js';
import type { IncomingMessage, RequestListener, ServerResponse, IncomingHttpHeaders } from 'node:http';
import { splitUrl } from '../../contract/query-string.js';
import type { Clock } from '../../emulator/domain/time/clock.js';
import type { EvidenceCollector } from '../evidence/collect-evidence.js';
import { receiveBytes } from '../../common/platform/receive-bytes.js';
import { checkRequest } from './contract-checker.js';
import { type ProxiedRequest, type ClientResponse, recordedExchange } from './message.js';
import { type PassDependencies, type PassedExchange, passExchange } from './pass-exchange.js';
import { diagnosticsOf, type OnExchange, violationsHeader } from './proxied-exchange.js';
import { Problem } from '../../emulator/control/problem.js';
import { diagnosticHeader } from '../../emulator/service/diagnostic-header.js';
import { failureResponse } from './proxy-errors.js';
import { type FinishedExchange, proxiedExchange, journalRecord } from './proxy-journal.js';
import { headerFields } from '../../emulator/journal/exchange.js';
import { headersOf } from '../../traffic/recorded-exchange.js';
import { exchangeOf } from '../../emulator/journal/exchange-record.js';
import type { Journal } from '../../emulator/journal/journal.js';
import { isOwnHost } from '../../emulator/control/http/guard.js';
import type { Redactor } from '../../emulator/redaction/redactor.js';
import type { KnownValues } from '../../emulator/redaction/known-values.js';
import { addSecretsOf } from './seen-secrets.js';

/** What the listener needs. */
export interface ListenerDependencies extends PassDependencies {
  readonly redactor: Redactor;
  /** The secrets that the exchanges so far contained. */
  readonly seen: KnownValues;
  readonly journal: Journal;
  readonly collector: EvidenceCollector;
  readonly clock: Clock;
  readonly onExchange: OnExchange | undefined;
}

const NO_BYTES = Buffer.alloc(0);
/** The mark for a body whose end did not arrive. */
const INCOMPLETE = 'incomplete';

/** The listener of a proxy's server. */
export function proxyListener(dependencies: ListenerDependencies): RequestListener {
  const { clock } = dependencies;
  const startedAt = clock.now();
  let exchanges = 0;
  return (req, res) => {
    const { method, url, headers } = req as IncomingMessage & { method: string; url: string };
    if (url.startsWith('/_emulator/')) {
      const { status, rawHeaders, body } = controlResponse(dependencies, method, splitUrl(url)[0]!, headers);
      res.writeHead(status, [...rawHeaders]).end(body);
      return;
    }

    const id = ++exchanges;
    const at = clock.now();
    const received = { id, at, received: at - startedAt };

    handle(dependencies, received, { req, res }).catch((error: unknown) => {
      // A defect of the proxy itself.
      const failure = failureResponse(new Problem(500, 'Internal error', (error as Error).message));
      if (!res.headersSent) res.writeHead(failure.status, [...failure.rawHeaders]);
      res.end(failure.body);
    });
  };
}

async function handle(
  dependencies: ListenerDependencies,
  received: Pick<FinishedExchange, 'id' | 'at' | 'received'>,
  { req, res }: { readonly req: IncomingMessage; readonly res: ServerResponse },
): Promise<void> {
  const { options, redactor, seen, journal, collector, clock, onExchange } = dependencies;
  const gone = new AbortController();
  res.once('close', () => gone.abort());

  const { method = '', url: target = '', rawHeaders: fields } = req;
  const body = await receiveBytes(req, options.maxBody).catch(() => INCOMPLETE);
  const isRead = Buffer.isBuffer(body);
  const headers = headersOf(headerFields(fields));
  const request: ProxiedRequest = { method, target, rawHeaders: fields, headers, body: isRead ? body : NO_BYTES };
  const passed = isRead
    ? await passExchange(dependencies, request, gone.signal)
    : unread(dependencies, request, body === INCOMPLETE);

  addSecretsOf(request, passed.response?.content, seen);
  collector.see({ file: 1, entry: received.id }, recordedExchange(request, passed.response));
  // Messages contain names of members, and a client may put a secret there.
  const violations = passed.violations.map((violation) => redactor.json(violation));
  const rawHeaders = [...passed.rawHeaders, ...ownHeaders(received.id, { ...passed, violations })];

  const duration = clock.now() - received.at;
  const exchange: FinishedExchange = { ...passed, ...received, request, violations, rawHeaders, duration };
  journal.add(journalRecord(exchange));
  onExchange?.(proxiedExchange(exchange));
  if (!isRead) res.shouldKeepAlive = false;
  sendToClient(res, exchange);
}

/** The response to a request whose body could not be read completely. */
function unread(
  { contract, options: { maxBody } }: PassDependencies,
  request: ProxiedRequest,
  isIncomplete: boolean,
): PassedExchange {
  const failure = isIncomplete
    ? new Problem(400, 'Request incomplete', 'The connection ended before the whole body arrived.')
    : new Problem(413, 'Request too large', `The body has more than ${maxBody} bytes; --max-body allows more.`);
  const { operation } = checkRequest(contract, request);

  return { ...failureResponse(failure), operation, violations: [], notes: [failure.message] };
}

/** The headers that the proxy adds, names and values in turn. */
function ownHeaders(id: number, exchange: Pick<PassedExchange, 'violations' | 'notes'>): string[] {
  const { violations } = exchange;
  const sentences = diagnosticsOf(exchange);
  return [
    'Emulator-Exchange',
    String(id),
    ...(violations.length > 0 ? ['sl-violations', violationsHeader(violations)] : []),
    ...(sentences.length > 0 ? ['Emulator-Diagnostic', diagnosticHeader(sentences)] : []),
  ];
}

/** Without a body, `Content-Length` is the service's own (RFC 9110 section 8.6), so it is not set. */
function sendToClient(res: ServerResponse, { status, rawHeaders, body }: PassedExchange): void {
  const hasBody = res.req.method !== 'HEAD' && status !== 204 && status !== 304;
  res.writeHead(status, [...rawHeaders, ...(hasBody ? ['Content-Length', String(body.length)] : [])]);
  res.end(hasBody ? body : undefined);
}

const JOURNAL_PATH = '/_emulator/sandboxes/default/journal';

/** Responds to a request under `/_emulator/`. */
function controlResponse(
  { journal, redactor }: ListenerDependencies,
  method: string,
  path: string,
  { host = '', origin }: IncomingHttpHeaders,
): ClientResponse {
  // A web page cannot choose the `Host` and `Origin` that the browser sends; see `emulator/control/guard.ts`.
  if (origin !== undefined || !isOwnHost(host, []))
    return failureResponse(
      new Problem(
        403,
        'Foreign origin',
        'Web pages may not read the journal; use localhost, an IP address, or a name without dots.',
      ),
    );
  if (method === 'GET' && path === '/_emulator/health') return json({ status: 'ok' });
  if (method === 'GET' && path === JOURNAL_PATH)
    return json({ exchanges: journal.records().map((record) => allAtOnce(exchangeOf(record, redactor))) });

  if (method === 'DELETE' && path === JOURNAL_PATH) {
    journal.clear(journal.last);
    return { status: 204, rawHeaders: [], body: NO_BYTES };
  }

  const detail = `A proxy has GET /_emulator/health, and GET and DELETE ${JOURNAL_PATH}.`;

  return failureResponse(new Problem(404, 'Not found', detail));
}

function json(value: object): ClientResponse {
  const rawHeaders = ['Content-Type', 'application/json; charset=utf-8'];
  return { status: 200, rawHeaders, body: Buffer.from(JSON.stringify(value)) };
}
