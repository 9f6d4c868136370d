/**
 * Traces by OpenTelemetry: each exchange is a server span that joins the caller's trace. Whoever wants them registers a
 * tracer provider before the emulator starts; without one, nothing is loaded.
 */

import type * as Api from '@opentelemetry/api';
import { createRequire } from 'node:module';
import type { OperationId } from '../../../contract/operation.js';
import { splitUrl } from '../../../contract/query-string.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import { SECRET_PLACES } from '../../domain/world/secret-places.js';
import type { ExchangeRecord } from '../../journal/exchange-record.js';
import { type ExchangeOutline, headerFields } from '../../journal/exchange.js';
import { Redaction } from '../../journal/redaction.js';
import { SecretValues } from '../../journal/secrets/secret-values.js';
import type { RefusedRequest } from '../../store/refused-request.js';
import type { ControlContext } from '../control-context.js';
import { ShownJournal } from '../journal/shown-journal.js';

/** Where all copies of the API of major version 1 keep what was registered. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/** The methods that the semantic conventions know. */
const METHODS = new Set(['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE']);

/** What a span shows, without secrets. */
interface TracedRequest {
  readonly method: string;
  /** Names and values in turn, as received. */
  readonly headers: readonly string[];
  /** The path template of the operation, if there is one. */
  readonly route: string | undefined;
  /** Readings of `performance.now()`; `ended` is undefined if the response was not sent. */
  readonly received: number;
  readonly ended: number | undefined;
  readonly attributes: Api.Attributes;
  /** Why it counts as failed: the status, or how the connection ended. */
  readonly failure: string | undefined;
}

/** Makes spans. */
export interface Tracing {
  /** An exchange is over. */
  readonly exchange: (record: ExchangeRecord, sandbox: Sandbox) => void;
  /** A request was refused, because the store cannot be read or written. */
  readonly refused: (request: RefusedRequest) => void;
}

/**
 * Undefined if no tracer provider is registered.
 * @param startedAt what the times of records count from, a reading of `performance.now()`
 */
export function openTelemetry(context: ControlContext, scheme: string, startedAt: number): Tracing | undefined {
  const registered = (globalThis as { [REGISTERED]?: { readonly trace?: unknown } })[REGISTERED];
  const api = registered?.trace === undefined ? undefined : apiOf(registered.trace);
  if (api === undefined) return undefined;
  const trace = tracingBy(api, context.facts.version, scheme);
  const { operations } = context.contracts.base;
  const journals = new WeakMap<Sandbox, ShownJournal>();
  return {
    exchange: (record, sandbox) => {
      let journal = journals.get(sandbox);
      if (journal === undefined) journals.set(sandbox, (journal = new ShownJournal(() => sandbox, context)));
      const outline = journal.outline(record);
      const received = startedAt + record.received;
      trace({
        method: record.method,
        headers: record.requestHeaders,
        route: operations.get(record.operation as OperationId)?.path,
        received,
        ended: record.duration === undefined ? undefined : received + record.duration,
        attributes: attributesOf(outline, sandbox.id),
        failure: outline.ending ?? (outline.status >= 500 ? String(outline.status) : undefined),
      });
    },
    refused: ({ method, url, headers, operation, received, status, diagnostic }) => {
      trace({
        method,
        headers,
        route: operation?.path,
        received,
        ended: performance.now(),
        // It may contain secrets of any sandbox.
        attributes: {
          'http.response.status_code': status,
          'url.path': new Redaction({ ...SECRET_PLACES, values: new SecretValues() }).path(splitUrl(url)[0] ?? ''),
          ...(operation !== undefined && { 'id_emulator.operation': operation.id }),
          'id_emulator.diagnostic': diagnostic,
        },
        failure: 'store',
      });
    },
  };
}

/** The copy of the API that has this provider: an older copy does not see what a newer one has registered. */
function apiOf(provider: unknown): typeof Api | undefined {
  for (const from of [`${process.cwd()}/package.json`, import.meta.url]) {
    try {
      const api = createRequire(from)('@opentelemetry/api') as typeof Api;
      if (api.trace.getTracerProvider() === provider) return api;
    } catch {
      // It is not installed there.
    }
  }
  return undefined;
}

function tracingBy(api: typeof Api, version: string, scheme: string): (request: TracedRequest) => void {
  const tracer = api.trace.getTracer('id-emulator', version);
  return function traceRequest({ method: given, headers, route, received, ended, attributes, failure }) {
    const carrier = Object.fromEntries(headerFields(headers).map(([name, value]) => [name.toLowerCase(), value]));
    // Another instrumentation, such as that of Node's HTTP, may have made the server span already.
    const active = api.context.active();
    const isInside = api.trace.getSpan(active) !== undefined;
    const parent = isInside ? active : api.propagation.extract(active, carrier);
    const method = METHODS.has(given) ? given : '_OTHER';
    const span = tracer.startSpan(
      [method === '_OTHER' ? 'HTTP' : method, route ?? ''].join(' ').trim(),
      {
        kind: isInside ? api.SpanKind.INTERNAL : api.SpanKind.SERVER,
        startTime: performance.timeOrigin + received,
        attributes: {
          'http.request.method': method,
          ...(method === '_OTHER' && { 'http.request.method_original': given }),
          ...(route !== undefined && { 'http.route': route }),
          'url.scheme': scheme,
          ...attributes,
        },
      },
      parent,
    );
    if (failure !== undefined) {
      span.setAttribute('error.type', failure);
      span.setStatus({ code: api.SpanStatusCode.ERROR });
    }
    span.end(ended === undefined ? undefined : performance.timeOrigin + ended);
  };
}

/** By the semantic conventions for HTTP where they have a name: https://opentelemetry.io/docs/specs/semconv/http */
function attributesOf(outline: ExchangeOutline, sandbox: string): Api.Attributes {
  return {
    'http.response.status_code': outline.status,
    'url.path': outline.path,
    ...(outline.query !== '' && { 'url.query': outline.query }),
    'id_emulator.sandbox': sandbox,
    'id_emulator.exchange': outline.id,
    ...(outline.operation !== undefined && { 'id_emulator.operation': outline.operation }),
    ...(outline.scenarios.length > 0 && { 'id_emulator.scenarios': outline.scenarios.map(({ scenario }) => scenario) }),
  };
}
