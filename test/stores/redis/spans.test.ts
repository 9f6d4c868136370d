/** A request that the store makes impossible is a span of OpenTelemetry, too. */

import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { expect, test, vi } from 'vitest';
import { REDIS_SERVER } from './redis-server.js';
import { startReplicas } from './replicas.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

test.skipIf(REDIS_SERVER === undefined)(
  'a request that is refused because of the store is a failed span of its caller, without its secrets',
  async () => {
    const exporter = new InMemorySpanExporter();
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    try {
      await using shared = await startReplicas({}, { count: 1 });
      await shared.redis.kill();
      const path = `/institutions/me/human-scores/${shared.token}?token=${shared.token}`;
      const { status } = await shared.get(0, path).set('traceparent', `00-${TRACE}-00f067aa0ba902b7-01`);
      expect(status).toBe(503);
      const span = await vi.waitUntil(
        () => exporter.getFinishedSpans().find(({ attributes }) => attributes['http.response.status_code'] === 503),
        { timeout: 30_000 },
      );
      expect(span).toMatchObject({
        name: 'GET /api/v1/institutions/me/human-scores/{partyId}',
        kind: SpanKind.SERVER,
        status: { code: SpanStatusCode.ERROR },
        attributes: {
          'http.response.status_code': 503,
          'error.type': 'store',
          'id_emulator.diagnostic': expect.stringContaining(`the store ${shared.redis.url} is not reachable`) as string,
        },
      });
      expect(span.spanContext().traceId).toBe(TRACE);
      expect(JSON.stringify(span.attributes)).not.toContain(shared.token.slice(-14));
    } finally {
      trace.disable();
      propagation.disable();
      context.disable();
    }
  },
);
