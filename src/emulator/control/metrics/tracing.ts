/**
 * Traces by OpenTelemetry: each exchange is a server span that joins the caller's trace. Whoever wants them registers a
 * tracer provider before the emulator starts; without one, nothing is loaded.
 */

import type * as Api from '@opentelemetry/api';
import { createRequire } from 'node:module';
import type { OperationId } from '../../../contract/operation.js';
import { splitUrl } from '../../../contract/query-string.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { ExchangeRecord } from '../../journal/exchange-record.js';
import type { ExchangeOutline } from '../../journal/exchange.js';
import type { RefusedRequest } from '../../store/refused-request.js';
import type { ControlContext } from '../control-context.js';

/** Where all copies of the API of major version 1 keep what was registered. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/** The methods that the semantic conventions know. */
const METHODS = new Set(['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE']);

/** Spans of this time are made together. */
const COLLECTED_MILLISECONDS = 10;

/** Reads header fields from names and values in turn, without a copy of them. */
const HEADER_GETTER: Api.TextMapGetter<readonly string[]> = {
  keys: (headers) => headers.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()),
  get: (headers, wanted) => {
    const at = headers.findIndex((name, nth) => nth % 2 === 0 && name.toLowerCase() === wanted.toLowerCase());
    return at < 0 ? undefined : headers[at + 1];
  },
};

/** What a span is made of. */
interface TracedRequest {
  readonly method: string;
  /** Names and values in turn, as received. */
  readonly headers: readonly string[];
  /** The path template of the operation, if there is one. */
  readonly route: string | undefined;
  /** Readings of `performance.now()`; `ended` is undefined if the response was not sent. */
  readonly received: number;
  readonly ended: number | undefined;
  /** Where the request was handled. */
  readonly context: Api.Context;
  readonly shown: () => ShownRequest;
}

interface ShownRequest {
  readonly status: number;
  readonly path: string;
  /** Empty if there is none. */
  readonly query: string;
  /** Further ones. */
  readonly attributes: Api.Attributes;
  /** Why it counts as failed: the status, or how the connection ended. */
  readonly failure: string | undefined;
}

/** Makes spans. */
export interface Tracing {
  /** An exchange is over. Its span is made a moment later: many together take less time than each on its own. */
  readonly exchange: (record: ExchangeRecord, sandbox: Sandbox, outline: () => ExchangeOutline) => void;
  /** Makes the spans that are not made yet. */
  readonly flush: () => void;
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
  let waiting: Parameters<typeof trace>[0][] = [];
  const flush = (): void => {
    const requests = waiting;
    waiting = [];
    for (const request of requests) trace(request);
  };
  return {
    exchange: (record, sandbox, outline) => {
      const received = startedAt + record.received;
      if (waiting.length === 0) setTimeout(flush, COLLECTED_MILLISECONDS);
      waiting.push({
        method: record.method,
        headers: record.requestHeaders,
        route: operations.get(record.operation as OperationId)?.path,
        received,
        ended: record.duration === undefined ? undefined : received + record.duration,
        context: api.context.active(),
        shown: () => shownOf(outline(), sandbox.id),
      });
    },
    flush,
    refused: ({ method, url, headers, operation, received, status, diagnostic }) => {
      trace({
        method,
        headers,
        route: operation?.path,
        received,
        ended: performance.now(),
        context: api.context.active(),
        shown: () => ({
          status,
          path: context.redactorOf().text(splitUrl(url)[0] ?? ''),
          query: '',
          attributes: {
            ...(operation !== undefined && { 'id_emulator.operation': operation.id }),
            'id_emulator.diagnostic': diagnostic,
          },
          failure: 'store',
        }),
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
  return function traceRequest({ method: given, headers, route, received, ended, context, shown }) {
    const { status, path, query, attributes, failure } = shown();
    // Another instrumentation, such as that of Node's HTTP, may have made the server span already.
    const isInside = api.trace.getSpan(context) !== undefined;
    const parent = isInside ? context : api.propagation.extract(context, headers, HEADER_GETTER);
    const isKnown = METHODS.has(given);
    const name = isKnown ? given : 'HTTP';
    const span = tracer.startSpan(
      route === undefined ? name : `${name} ${route}`,
      {
        kind: isInside ? api.SpanKind.INTERNAL : api.SpanKind.SERVER,
        startTime: performance.timeOrigin + received,
        // What samplers may look at, by the semantic conventions. Others are added later: these are copied twice.
        attributes: {
          'http.request.method': isKnown ? given : '_OTHER',
          'url.path': path,
          ...(query !== '' && { 'url.query': query }),
          'url.scheme': scheme,
        },
      },
      parent,
    );
    if (!isKnown) span.setAttribute('http.request.method_original', given);
    if (route !== undefined) span.setAttribute('http.route', route);
    span.setAttribute('http.response.status_code', status).setAttributes(attributes);
    if (failure !== undefined) {
      span.setAttribute('error.type', failure);
      span.setStatus({ code: api.SpanStatusCode.ERROR });
    }
    span.end(ended === undefined ? undefined : performance.timeOrigin + ended);
  };
}

/** Names of the semantic conventions for HTTP, where they have one: https://opentelemetry.io/docs/specs/semconv/http */
function shownOf(outline: ExchangeOutline, sandbox: string): ShownRequest {
  const { id, status, path, query, operation, scenarios } = outline;
  const attributes: Api.Attributes = { 'id_emulator.sandbox': sandbox, 'id_emulator.exchange': id };
  if (operation !== undefined) attributes['id_emulator.operation'] = operation;
  if (scenarios.length > 0) attributes['id_emulator.scenarios'] = scenarios.map(({ scenario }) => scenario);
  return { status, path, query, attributes, failure: outline.ending ?? (status >= 500 ? String(status) : undefined) };
}
