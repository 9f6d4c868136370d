/** Exchanges are spans of OpenTelemetry, if the program has registered a tracer provider. */

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { MAIN, type ReadyLine } from '../../cli/id-emulator.js';
import { SpawnedProcess } from '../../cli/spawned-process.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { tokenOf } from '../../institution.js';

const USERS = '/institutions/me/users?limit=1';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

test('without a tracer provider, the command loads no OpenTelemetry', async () => {
  await using command = await commandThatImports(`
    import { createRequire } from 'node:module';
    process.on('exit', () => {
      const loaded = Object.keys(createRequire(import.meta.url).cache);
      process.stderr.write('LOADED ' + loaded.filter((file) => file.includes('opentelemetry')).length);
    });
  `);
  await command.ask();
  expect((await command.end('SIGTERM')).stderr).toContain('LOADED 0');
});

test('the command makes spans if NODE_OPTIONS imports a file that registers a tracer provider', async () => {
  await using command = await commandThatImports(`
    import { propagation, trace } from '${pathOf('@opentelemetry/api')}';
    import { W3CTraceContextPropagator } from '${pathOf('@opentelemetry/core')}';
    import { BasicTracerProvider, SimpleSpanProcessor } from '${pathOf('@opentelemetry/sdk-trace-base')}';
    const exporter = {
      export([span], done) {
        const { traceId } = span.spanContext();
        const shown = { name: span.name, traceId, parent: span.parentSpanContext?.spanId, ...span.attributes };
        process.stderr.write('SPAN ' + JSON.stringify(shown) + '\\n');
        done({ code: 0 });
      },
      shutdown: async () => {},
    };
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  `);
  await command.ask();
  const line = await command.printedError(/^SPAN \{"name":"GET.*$/m);
  expect(JSON.parse(line.slice('SPAN '.length))).toMatchObject({
    name: 'GET /api/v1/institutions/me/users',
    traceId: TRACE,
    parent: PARENT,
    'id_emulator.sandbox': 'default',
  });
});

function pathOf(name: string): string {
  return pathToFileURL(createRequire(import.meta.url).resolve(name)).href;
}

/** The command, whose process imports a file first. `ask` sends a request that is part of a trace. */
async function commandThatImports(file: string) {
  const folder = await temporaryFolder({ 'otel.mjs': file });
  const command = new SpawnedProcess(process.execPath, [MAIN, 'start', '--port', '0', '--log', 'json'], {
    cwd: process.cwd(),
    env: { ...process.env, NODE_OPTIONS: `--import ${pathToFileURL(folder.path).href}/otel.mjs` },
  });
  const ready = JSON.parse(await command.printed(/^\{"event":"ready".*\}$/m)) as ReadyLine;
  return {
    ask: async () => {
      const headers = { Authorization: `Bearer ${await tokenOf(ready)}`, traceparent: `00-${TRACE}-${PARENT}-01` };
      expect((await fetch(`${ready.apiUrl}${USERS}`, { headers })).status).toBe(200);
    },
    end: (signal: NodeJS.Signals) => command.end(signal),
    printedError: (pattern: RegExp) => command.printedError(pattern),
    [Symbol.asyncDispose]: async () => {
      await command[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
