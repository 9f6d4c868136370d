/** Exchanges are spans of OpenTelemetry, if the program has registered a tracer provider. */

import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { expect, test } from 'vitest';
import { startInstitution } from '../../institution.js';

const USERS = '/institutions/me/users?limit=1';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

/** Registers a provider while an institution is used, and returns the spans. */
async function spansOf(use: (institution: Awaited<ReturnType<typeof startInstitution>>) => Promise<unknown>) {
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  try {
    const institution = await startInstitution();
    await use(institution);
    await institution.close();
  } finally {
    trace.disable();
    propagation.disable();
    context.disable();
  }
  return exporter.getFinishedSpans();
}

test('an exchange is a server span that joins the trace of its caller', async () => {
  const [, span] = await spansOf(({ get }) => get(USERS).set('traceparent', `00-${TRACE}-${PARENT}-01`));
  expect(span).toMatchObject({
    name: 'GET /api/v1/institutions/me/users',
    kind: SpanKind.SERVER,
    parentSpanContext: { traceId: TRACE, spanId: PARENT },
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/api/v1/institutions/me/users',
      'http.response.status_code': 200,
      'url.scheme': 'http',
      'url.path': '/api/v1/institutions/me/users',
      'url.query': 'limit=1',
      'id_emulator.sandbox': 'default',
      'id_emulator.operation': 'getUsers',
      'id_emulator.exchange': 2,
    },
    status: { code: SpanStatusCode.UNSET },
  });
  expect(span!.spanContext().traceId).toBe(TRACE);
});

test('an exchange whose caller sends no trace begins one', async () => {
  const spans = await spansOf(({ get }) => get(USERS));
  expect(spans.map(({ parentSpanContext }) => parentSpanContext)).toEqual([undefined, undefined]);
  expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(2);
});

test('a span names the scenarios that were applied, and a response of 500 or more is an error', async () => {
  const [, span] = await spansOf(({ get }) => get(USERS).set('Emulator-Scenario', 'bad-gateway'));
  expect(span).toMatchObject({
    attributes: {
      'id_emulator.scenarios': ['bad-gateway'],
      'http.response.status_code': 502,
      'error.type': '502',
    },
    status: { code: SpanStatusCode.ERROR },
  });
});

test('a span contains no secret', async () => {
  const [first] = await spansOf(({ get }) => get(USERS));
  expect(JSON.stringify(first!.attributes)).not.toContain('demo-secret');
  const [, check] = await spansOf(({ get }) => get('/verification/check/not-a-token?client_secret=demo-secret'));
  expect(check!.attributes['http.route']).toBe('/api/v1/verification/check/{token}');
  expect(JSON.stringify(check!.attributes)).not.toContain('demo-secret');
});
