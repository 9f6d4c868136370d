/**
 * Traces by OpenTelemetry: each exchange is a server span that joins the caller's trace. Whoever wants them registers a
 * tracer provider before the emulator starts; without one, nothing is loaded.
 */

import type * as Api from '@opentelemetry/api';
import { createRequire } from 'node:module';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import type { ExchangeRecord } from '../journal/exchange-record.js';
import type { ExchangeOutline } from '../journal/exchange.js';
import type { ControlContext } from './control-context.js';
import { JournalControl } from './journal-control.js';

/** Where all copies of the API of major version 1 keep what was registered. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/** The methods that the semantic conventions know. */
const METHODS = new Set(['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE']);

/** An exchange, as a span shows it. */
interface TracedExchange {
  readonly record: ExchangeRecord;
  /** The same without secrets. */
  readonly outline: ExchangeOutline;
  readonly sandbox: string;
  /** The path template of the operation, if there is one. */
  readonly route: string | undefined;
}

/** What spans have in common. */
export interface TracingOptions {
  readonly scheme: 'http' | 'https';
  /** What the times of records count from, a reading of `performance.now()`. */
  readonly startedAt: number;
}

/** Makes a span of an exchange that is over. Undefined if no tracer provider is registered. */
export function openTelemetry(
  context: ControlContext,
  options: TracingOptions,
): ((record: ExchangeRecord, sandbox: Sandbox) => void) | undefined {
  const registered = (globalThis as { [REGISTERED]?: { readonly trace?: unknown } })[REGISTERED];
  const api = registered?.trace === undefined ? undefined : apiOf(registered.trace);
  if (api === undefined) return undefined;
  const trace = tracingBy(api, context.facts.version, options);
  const { operations } = context.contracts.base;
  const journals = new WeakMap<Sandbox, JournalControl>();
  return (record, sandbox) => {
    let journal = journals.get(sandbox);
    if (journal === undefined) journals.set(sandbox, (journal = new JournalControl(() => sandbox, context)));
    const operation = [...operations.values()].find(({ id }) => id === record.operation);
    trace({ record, outline: journal.outline(record), sandbox: sandbox.id, route: operation?.path });
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

function tracingBy(
  api: typeof Api,
  version: string,
  { scheme, startedAt }: TracingOptions,
): (exchange: TracedExchange) => void {
  const tracer = api.trace.getTracer('id-emulator', version);
  return function traceExchange(exchange) {
    const { record, outline } = exchange;
    const headers = record.requestHeaders;
    const carrier = Object.fromEntries(
      headers.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), headers[at + 1]]] : [])),
    );
    // Another instrumentation, such as that of Node's HTTP, may have made the server span already.
    const active = api.context.active();
    const isInside = api.trace.getSpan(active) !== undefined;
    const parent = isInside ? active : api.propagation.extract(active, carrier);
    const startTime = performance.timeOrigin + startedAt + record.received;
    const method = METHODS.has(record.method) ? record.method : '_OTHER';
    const span = tracer.startSpan(
      [method === '_OTHER' ? 'HTTP' : method, exchange.route ?? ''].join(' ').trim(),
      {
        kind: isInside ? api.SpanKind.INTERNAL : api.SpanKind.SERVER,
        startTime,
        attributes: attributesOf(exchange, method, scheme),
      },
      parent,
    );
    const failure = failureOf(outline);
    if (failure !== undefined) {
      span.setAttribute('error.type', failure);
      span.setStatus({ code: api.SpanStatusCode.ERROR });
    }
    span.end(record.duration === undefined ? undefined : startTime + record.duration);
  };
}

/** Names of the semantic conventions for HTTP where they have one (https://opentelemetry.io/docs/specs/semconv/http). */
function attributesOf(
  { record, outline, sandbox, route }: TracedExchange,
  method: string,
  scheme: string,
): Api.Attributes {
  return {
    'http.request.method': method,
    ...(method === '_OTHER' && { 'http.request.method_original': record.method }),
    ...(route !== undefined && { 'http.route': route }),
    'http.response.status_code': outline.status,
    'url.scheme': scheme,
    'url.path': outline.path,
    ...(outline.query !== '' && { 'url.query': outline.query }),
    'id_emulator.sandbox': sandbox,
    'id_emulator.exchange': outline.id,
    ...(outline.operation !== undefined && { 'id_emulator.operation': outline.operation }),
    ...(outline.scenarios.length > 0 && { 'id_emulator.scenarios': outline.scenarios.map(({ scenario }) => scenario) }),
  };
}

/** Why a server span counts as failed: the status, or how the connection ended. */
function failureOf({ status, ending }: ExchangeOutline): string | undefined {
  return ending ?? (status >= 500 ? String(status) : undefined);
}
