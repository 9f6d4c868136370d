/**
 * Receives requests of clients and sends the responses. The proxy's own endpoints are at the paths of the emulator's:
 * `/_emulator/health` and the journal.
 */

import { allAtOnce } from '../../common/steps.js';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { splitUrl } from '../../contract/query-string.js';
import type { Clock } from '../../emulator/domain/time/clock.js';
import type { EvidenceCollector } from '../evidence/collect-evidence.js';
import { endToEndHeaders } from '../../common/platform/end-to-end-headers.js';
import { receiveBytes } from '../../common/platform/receive-bytes.js';
import { checkRequest } from './contract-checker.js';
import type { HarFile } from './har-file.js';
import type { ClientResponse, ProxiedRequest } from './message.js';
import { failureResponse, jsonResponse, NO_BYTES, recordedExchange } from './message.js';
import { sentence } from '../sentence.js';
import { type Findings, type PassDependencies, type PassedExchange, passExchange } from './pass-exchange.js';
import { diagnosticsOf, type OnExchange, violationsHeader } from './proxied-exchange.js';
import { Problem } from '../../emulator/control/problem.js';
import { diagnosticHeader } from '../../emulator/service/diagnostic-header.js';
import type { Connections } from '../../emulator/service/http/connections.js';
import { type FinishedExchange, proxiedExchange, journalRecord, serviceRecord } from './proxy-journal.js';
import { type Ending, headerFields } from '../../emulator/journal/exchange.js';
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
  /** The secrets that earlier exchanges contained. */
  readonly seen: KnownValues;
  readonly journal: Journal;
  /** The file for exchanges; undefined without the option `har`. */
  readonly har: HarFile | undefined;
  readonly connections: Connections;
  readonly collector: EvidenceCollector;
  readonly clock: Clock;
  readonly onExchange: OnExchange | undefined;
}

/**
 * The header with the number of an exchange. If an emulator stands in the place of the service, it sends this header,
 * too.
 */
const NUMBER = 'Emulator-Exchange';

/** Headers of the service that the proxy replaces. */
const OWN_HEADERS: ReadonlySet<string> = new Set([NUMBER.toLowerCase()]);

/** The listener of a proxy's server. */
export function proxyListener(dependencies: ListenerDependencies): RequestListener {
  const { clock, connections } = dependencies;
  let lastId = 0;
  return (req, res) => {
    connections.addRequest(req, res);
    const target = targetOf(req.url!);
    if (target.startsWith('/_emulator/')) {
      send(res, controlResponse(dependencies, req, splitUrl(target)[0]!));
      return;
    }

    const id = ++lastId;
    const connection = connections.useOf(req.socket);
    const arrival = { id, at: clock.now(), received: performance.now(), connection };
    handle(dependencies, arrival, target, { req, res }).catch((error: unknown) => {
      // Only a defect of the proxy itself leads here.
      if (res.headersSent) res.destroy();
      else send(res, failureResponse(new Problem(500, 'Internal error', (error as Error).message)));
    });
  };
}

/** Path and query of a request. A client may send the whole address instead (RFC 9112 section 3.2.2). */
function targetOf(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
}

/**
 * Receives a request, passes it on, keeps the exchange, and responds. A response either is passed on while it comes
 * (`passOn`), or is sent at the end, when all findings can be in its headers. The exchange is kept before the client
 * has the whole response, so that a test finds it in the journal.
 */
async function handle(
  dependencies: ListenerDependencies,
  arrival: Pick<FinishedExchange, 'id' | 'at' | 'received' | 'connection'>,
  target: string,
  { req, res }: { readonly req: IncomingMessage; readonly res: ServerResponse },
): Promise<void> {
  const { options, redactor, seen, collector } = dependencies;
  const { method = '', rawHeaders } = req;
  const gone = new AbortController();
  res.once('close', () => gone.abort());

  // Without the whole body there is nothing to forward. The request is still kept and reported, with an empty body.
  const body = await readBody(req, options.maxBody);
  const isRead = Buffer.isBuffer(body);
  const headers = headersOf(headerFields(rawHeaders));
  const request = { method, target, rawHeaders, headers, body: isRead ? body : NO_BYTES };

  /** The headers of a response. Those of the proxy contain what was found until the response begins. */
  const headersWith = (sent: readonly string[], found: Findings): string[] => [
    ...endToEndHeaders(sent, OWN_HEADERS),
    ...ownHeaders(arrival.id, withoutSecrets(found, redactor)),
  ];
  // Set as soon as a response is passed on as it comes.
  let sentHeaders: readonly string[] | undefined;
  const passOn = (head: IncomingMessage, found: Findings): void => {
    // The headers may quote the request, and so its secrets have to be known before they are written.
    addSecretsOf(request, undefined, seen);
    sentHeaders = headersWith(head.rawHeaders, found);
    res.writeHead(head.statusCode!, [...sentHeaders]).flushHeaders();
    // The response ends only after the exchange was kept and reported.
    head.pipe(res, { end: false });
  };

  const passed = isRead
    ? await passExchange(dependencies, request, { gone: gone.signal, passOn })
    : refusedExchange(dependencies, request, body);
  // From here on, the exchange is over. Its secrets are learned first, because the journal is written without them.
  addSecretsOf(request, passed.response?.content, seen);
  collector.see({ file: 1, entry: arrival.id }, recordedExchange(request, passed.response));

  const exchange: FinishedExchange = {
    ...withoutSecrets(passed, redactor),
    ...arrival,
    request,
    rawHeaders: sentHeaders ?? headersWith(passed.rawHeaders, passed),
    duration: performance.now() - arrival.received,
    ending: endingOf(passed, gone.signal.aborted, res.headersSent),
  };
  save(dependencies, exchange);

  // The rest of an unread body would be taken for the next request.
  if (!isRead) res.shouldKeepAlive = false;
  if (sentHeaders === undefined) send(res, exchange);
  else if (exchange.ending === undefined) res.end();
  // A response that was passed on and did not come whole must not look whole.
  else res.destroy();
}

/**
 * The body of a request, or the failure if the proxy cannot have it.
 * @param maxBody the limit, in bytes
 */
async function readBody(req: IncomingMessage, maxBody: number): Promise<Buffer | Problem> {
  try {
    const body = await receiveBytes(req, maxBody);
    return body ?? new Problem(413, 'Request too large', sentence('request-too-large', { maxBody }));
  } catch {
    return new Problem(400, 'Request incomplete', sentence('request-incomplete', {}));
  }
}

/**
 * The exchange without secrets in its violations. Their messages contain names of members, and a client may put a
 * secret there.
 */
function withoutSecrets<Exchange extends Findings>(exchange: Exchange, redactor: Redactor): Exchange {
  return { ...exchange, violations: exchange.violations.map((one) => redactor.json(one)) };
}

/** How the exchange ended without a whole response; undefined if it had a whole one. */
function endingOf({ response }: PassedExchange, hasLeft: boolean, isBegun: boolean): Ending | undefined {
  if (hasLeft) return isBegun ? 'client-left-midway' : 'client-left';
  return isBegun && response?.leftOut === 'aborted' ? 'cut' : undefined;
}

/** Saves the exchange in the journal and in the file, and reports it. */
function save({ options, upstream, journal, har, onExchange }: ListenerDependencies, exchange: FinishedExchange): void {
  const destination = upstream.destination(exchange.request.target);
  journal.add(journalRecord(exchange));
  if (destination !== undefined) har?.add(serviceRecord(exchange, options.maxBody), destination);
  onExchange?.(proxiedExchange(exchange));
}

/** The response to a request whose body could not be read completely. */
function refusedExchange({ contract }: PassDependencies, request: ProxiedRequest, failure: Problem): PassedExchange {
  const { operation } = checkRequest(contract, request);
  const found = { operation, violations: [], notes: [failure.message] };

  return { ...failureResponse(failure), ...found, response: undefined };
}

/** The headers that the proxy adds, names and values in turn. */
function ownHeaders(id: number, found: Findings): string[] {
  const { violations } = found;
  const sentences = diagnosticsOf(found);
  return [
    NUMBER,
    String(id),
    ...(violations.length > 0 ? ['sl-violations', violationsHeader(violations)] : []),
    ...(sentences.length > 0 ? ['Emulator-Diagnostic', diagnosticHeader(sentences)] : []),
  ];
}

/** Sends a whole response. */
function send(res: ServerResponse, { status, rawHeaders, body }: ClientResponse): void {
  res.writeHead(status, [...rawHeaders]).end(body);
}

/** The path at which the proxy shows its journal, as an emulator does. */
const JOURNAL_PATH = '/_emulator/sandboxes/default/journal';

/** Responds to a request under `/_emulator/`. */
function controlResponse(dependencies: ListenerDependencies, req: IncomingMessage, path: string): ClientResponse {
  const { journal, redactor } = dependencies;
  const { method, headers } = req;
  const { host = '', origin } = headers;
  // A browser sends `Host` and `Origin`, and a web page cannot choose them. So a page of another site is recognized;
  // see `emulator/control/http/guard.ts`.
  if (origin !== undefined || !isOwnHost(host, []))
    return failureResponse(new Problem(403, 'Foreign origin', sentence('foreign-page', {})));

  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead && path === '/_emulator/health') return jsonResponse(200, { status: 'ok' });

  if (isRead && path === JOURNAL_PATH) {
    const exchanges = journal.records().map((record) => allAtOnce(exchangeOf(record, redactor)));
    return jsonResponse(200, { exchanges });
  }

  if (method === 'DELETE' && path === JOURNAL_PATH) {
    journal.clear(journal.last);
    return { status: 204, rawHeaders: [], body: NO_BYTES };
  }

  return failureResponse(new Problem(404, 'Not found', sentence('proxy-paths', { path: JOURNAL_PATH })));
}
