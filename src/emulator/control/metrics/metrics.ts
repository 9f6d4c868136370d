/** Metrics of exchanges for Prometheus. */

import type * as PromClient from 'prom-client';
import type { StoreFigures } from '../../store/keeper.js';
import type { ExchangeRecord } from '../../journal/exchange-record.js';

/** Values that are measured at the time of the request. */
export interface CurrentValues {
  /** Undefined if the store does not reply. */
  readonly sandboxes: number | undefined;
  /** Exchanges that were removed from journals because of a limit in bytes. */
  readonly removedExchanges: number;
  /** Absent if no other emulator shares the store. */
  readonly store?: (StoreFigures & { readonly isReachable: boolean; readonly replica: string }) | undefined;
}

/** Media type of the text. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Seconds. The emulator responds in less than a millisecond; delays by faults take longer. */
const BUCKETS = [0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30];

/** Exchanges wait for the first request for metrics, or for so many, so that start and requests need no prom-client. */
const MOST_WAITING = 5_000;

/** The values of the gauges, each with its name and help. Those of a store are only shown if emulators share it. */
const GAUGES = {
  sandboxes: ['sandboxes', 'Sandboxes that are open.'],
  removedExchanges: [
    'journal_removed_total',
    'Exchanges that left the memory of journals because of a limit in bytes.',
  ],
  stalledStreams: ['stalled_streams_total', 'Streams of journals that were ended because their readers did not read.'],
  isReachable: ['store_reachable', 'Whether the store replies.'],
  copies: ['store_copies', 'Sandboxes in the memory of this replica.'],
  takeovers: ['store_takeovers_total', 'How often this replica went on with a sandbox after another one.'],
  losses: ['store_losses_total', 'How often the store had less than this replica had seen.'],
} as const;

export class Metrics {
  /** The parts of exchanges that are counted. */
  #waiting: Pick<ExchangeRecord, 'operation' | 'status' | 'scenarios' | 'duration'>[] = [];
  #meters: Promise<Meters> | undefined;
  #stalledStreams = 0;

  /** Records a complete exchange. */
  observe({ operation, status, scenarios, duration }: ExchangeRecord): void {
    this.#waiting.push({ operation, status, scenarios, duration });
    if (this.#waiting.length === MOST_WAITING) void this.#count();
  }

  /** Counts a stream that was ended because its reader did not read. */
  streamStalled(): void {
    this.#stalledStreams++;
  }

  /** All metrics in the text format of Prometheus. */
  async text({ sandboxes, removedExchanges, store }: CurrentValues): Promise<string> {
    const { registry, gauges } = await this.#count();
    if (store !== undefined) registry.setDefaultLabels({ replica: store.replica });
    const values = { sandboxes, removedExchanges, stalledStreams: this.#stalledStreams, ...store };
    for (const [name, gauge] of gauges) {
      if (!(name in values)) continue;
      registry.registerMetric(gauge);
      const value = values[name as keyof typeof values];
      if (value !== undefined) gauge.set(Number(value));
    }
    return registry.metrics();
  }

  async #count(): Promise<Meters> {
    const meters = await (this.#meters ??= makeMeters());
    for (const { operation = 'none', status, duration, scenarios } of this.#waiting) {
      meters.requests.inc({ operation, status });
      if (duration !== undefined) meters.durations.observe({ operation }, duration / 1_000);
      for (const { scenario } of scenarios) meters.scenarios.inc({ scenario, operation });
    }
    this.#waiting = [];
    return meters;
  }
}

interface Meters {
  readonly registry: PromClient.Registry;
  readonly requests: PromClient.Counter;
  readonly scenarios: PromClient.Counter;
  readonly durations: PromClient.Histogram;
  /** By the names of their values. They are registered when they first have one. */
  readonly gauges: ReadonlyMap<string, PromClient.Gauge>;
}

async function makeMeters(): Promise<Meters> {
  // The index of prom-client would load the metrics of the process too, and OpenTelemetry with them.
  const [{ default: Registry }, { default: Counter }, { default: Histogram }, { default: Gauge }] = await Promise.all([
    import('prom-client/lib/registry.js'),
    import('prom-client/lib/counter.js'),
    import('prom-client/lib/histogram.js'),
    import('prom-client/lib/gauge.js'),
  ]);
  const registry = new Registry();
  const registers = [registry];
  const gauges = Object.entries(GAUGES).map(
    ([value, [name, help]]) => [value, new Gauge({ name: `id_emulator_${name}`, help, registers: [] })] as const,
  );
  return {
    registry,
    requests: new Counter({
      name: 'id_emulator_requests_total',
      help: 'Requests by operation and status.',
      labelNames: ['operation', 'status'],
      registers,
    }),
    scenarios: new Counter({
      name: 'id_emulator_scenarios_applied_total',
      help: 'Faults that scenarios have decided.',
      labelNames: ['scenario', 'operation'],
      registers,
    }),
    durations: new Histogram({
      name: 'id_emulator_request_duration_seconds',
      help: 'Real time until a response was written, waits of faults included.',
      labelNames: ['operation'],
      buckets: BUCKETS,
      registers,
    }),
    gauges: new Map(gauges),
  };
}
