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

/** The part of an exchange that is counted. */
type Observation = Pick<ExchangeRecord, 'operation' | 'status' | 'scenarios' | 'duration'>;

/** Seconds. The emulator responds in less than a millisecond; delays by faults take longer. */
const BUCKETS = [0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30];

/** Observations wait for the first request for metrics, or for so many, so that start and requests need no prom-client. */
const MOST_WAITING = 5_000;

export class Metrics {
  #waiting: Observation[] = [];
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
    const { registry, sandboxCount, removedCount, stalledCount, ofStore } = await this.#count();
    stalledCount.set(this.#stalledStreams);
    removedCount.set(removedExchanges);
    if (sandboxes !== undefined) sandboxCount.set(sandboxes);
    if (store !== undefined) {
      registry.setDefaultLabels({ replica: store.replica });
      for (const [gauge, value] of ofStore) {
        registry.registerMetric(gauge);
        gauge.set(Number(value(store)));
      }
    }
    return registry.metrics();
  }

  async #count(): Promise<Meters> {
    const meters = await (this.#meters ??= makeMeters());
    for (const observation of this.#waiting) countOne(meters, observation);
    this.#waiting = [];
    return meters;
  }
}

interface Meters {
  readonly registry: PromClient.Registry;
  readonly requests: PromClient.Counter;
  readonly scenarios: PromClient.Counter;
  readonly durations: PromClient.Histogram;
  readonly sandboxCount: PromClient.Gauge;
  readonly removedCount: PromClient.Gauge;
  readonly stalledCount: PromClient.Gauge;
  /** They are only shown if emulators share a store. */
  readonly ofStore: readonly (readonly [PromClient.Gauge, (store: NonNullable<CurrentValues['store']>) => unknown])[];
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
  // Only reported with a shared store.
  const ofStore = (name: string, help: string): PromClient.Gauge => new Gauge({ name, help, registers: [] });
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
    sandboxCount: new Gauge({ name: 'id_emulator_sandboxes', help: 'Sandboxes that are open.', registers }),
    removedCount: new Gauge({
      name: 'id_emulator_journal_removed_total',
      help: 'Exchanges that left the memory of journals because of a limit in bytes.',
      registers,
    }),
    stalledCount: new Gauge({
      name: 'id_emulator_stalled_streams_total',
      help: 'Streams of journals that were ended because their readers did not read.',
      registers,
    }),
    ofStore: [
      [ofStore('id_emulator_store_reachable', 'Whether the store replies.'), ({ isReachable }) => isReachable],
      [ofStore('id_emulator_store_copies', 'Sandboxes in the memory of this replica.'), ({ copies }) => copies],
      [
        ofStore(
          'id_emulator_store_takeovers_total',
          'How often this replica went on with a sandbox after another one.',
        ),
        ({ takeovers }) => takeovers,
      ],
      [
        ofStore('id_emulator_store_losses_total', 'How often the store had less than this replica had seen.'),
        ({ losses }) => losses,
      ],
    ],
  };
}

function countOne({ requests, scenarios, durations }: Meters, observation: Observation): void {
  const operation = observation.operation ?? 'none';
  requests.inc({ operation, status: observation.status });
  if (observation.duration !== undefined) durations.observe({ operation }, observation.duration / 1_000);
  for (const { scenario } of observation.scenarios) scenarios.inc({ scenario, operation });
}
