/** Counts and times of exchanges for Prometheus. */

import type * as PromClient from 'prom-client';
import type { ExchangeRecord } from '../journal/exchange-record.js';

/** What is measured when somebody asks. */
export interface MetricsNow {
  readonly sandboxes: number;
}

/** The media type of the text. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Of an exchange, what is counted. */
type Observation = Pick<ExchangeRecord, 'operation' | 'status' | 'scenarios' | 'duration'>;

/** Seconds. The emulator answers in less than a millisecond; faults that wait take longer. */
const BUCKETS = [0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30];

/** Observations wait so long for somebody to ask, so that start and requests do without prom-client. */
const MOST_WAITING = 5_000;

export class Metrics {
  #waiting: Observation[] = [];
  #meters: Promise<Meters> | undefined;

  /** Takes note of an exchange that is over. */
  observe({ operation, status, scenarios, duration }: ExchangeRecord): void {
    this.#waiting.push({ operation, status, scenarios, duration });
    if (this.#waiting.length === MOST_WAITING) void this.#count();
  }

  /** Everything in the text format of Prometheus. */
  async text({ sandboxes }: MetricsNow): Promise<string> {
    const { registry, sandboxCount } = await this.#count();
    sandboxCount.set(sandboxes);
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
}

async function makeMeters(): Promise<Meters> {
  const { Registry, Counter, Histogram, Gauge } = (await import('prom-client')).default;
  const registry = new Registry();
  const registers = [registry];
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
      help: 'Real time until an answer was written, faults that wait included.',
      labelNames: ['operation'],
      buckets: BUCKETS,
      registers,
    }),
    sandboxCount: new Gauge({ name: 'id_emulator_sandboxes', help: 'Sandboxes that are open.', registers }),
  };
}

function countOne({ requests, scenarios, durations }: Meters, observation: Observation): void {
  const operation = observation.operation ?? 'none';
  requests.inc({ operation, status: observation.status });
  if (observation.duration !== undefined) durations.observe({ operation }, observation.duration / 1_000);
  for (const { scenario } of observation.scenarios) scenarios.inc({ scenario, operation });
}
