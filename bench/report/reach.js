/** What the project wants to reach, and whether it does: computed from the figures of one run, ratios within each round. */

import { BARE_NODE, EMULATOR } from '../contestants/contestants.js';
import { LARGE_POPULATION, SMALL_POPULATION } from '../extent.js';
import {
  cpu,
  exchangesMemory,
  FRESH_SANDBOX,
  IDLE_MEMORY,
  INSTALLED_SIZE,
  loadedMemory,
  mixedMemory,
  START,
  throughput,
  WARM_START,
} from '../measures/figures.js';
import { withPopulation } from '../measures/large-population.js';
import { lookups } from '../measures/scaling.js';
import { GOALS_AS_RUN } from '../measures/as-run.js';
import { mixtureOf, NEW_PAGE, NEW_SCORE } from '../measures/mixture.js';
import { NEW_SEARCH } from '../measures/searches.js';
import { GOALS_OF_CLONE } from '../measures/fresh-clone.js';
import { GOALS_OF_TOOLS } from '../measures/tools.js';
import { LARGE_EMULATOR } from '../measures/start.js';
import { atLeast, atMost, below } from './bounds.js';
import { median, ratio } from './samples.js';

/**
 * @typedef {object} Goal
 * @property {string} id what its reason in REASONS.md stands under
 * @property {string} measure
 * @property {import('./bounds.js').Bound} bound
 * @property {(run: Run) => number | undefined} measured undefined where a figure is missing
 */

/** @typedef {{ samples: import('./samples.js').Samples, contestants: readonly import('../contestants/contestants.js').Contestant[], extent: import('../extent.js').Extent }} Run */

/** @type {Goal[]} */
const GOALS = [
  {
    id: 'mixture-bare',
    measure: 'mixture of new questions, population 200, by bare `node:http` that serializes the same bodies',
    bound: atLeast(0.4),
    measured: ({ samples }) => byBare(samples, mixtureOf(SMALL_POPULATION)),
  },
  {
    id: 'mixture-population',
    measure: 'the mixture with a population of 100,000, by that with 200',
    bound: atLeast(0.8),
    measured: ({ samples, extent }) =>
      ratio(
        samples.of(throughput(mixtureOf(extent.mixed.population)), EMULATOR),
        samples.of(throughput(mixtureOf(SMALL_POPULATION)), EMULATOR),
      ),
  },
  {
    id: 'new-score-bare',
    measure: 'score of a party that was never asked for, by bare `node:http`',
    bound: atLeast(0.35),
    measured: ({ samples }) => byBare(samples, NEW_SCORE),
  },
  {
    id: 'new-page-bare',
    measure: 'page of 100 credentials that were never shown, by bare `node:http`',
    bound: atLeast(0.4),
    measured: ({ samples }) => byBare(samples, NEW_PAGE),
  },
  ...GOALS_AS_RUN,
  ...[
    [SMALL_POPULATION, 5],
    [10_000, 250],
  ].map(([population, most]) => ({
    id: `search-${population}`,
    measure: `search that was never made before, population ${population.toLocaleString('en')}`,
    bound: below(most, 'ms'),
    measured: ({ samples }) => middle(samples.of({ name: withPopulation(NEW_SEARCH.name, population) }, EMULATOR)),
  })),
  {
    id: 'batch',
    measure: 'batch of 100 links, processor time by bare `node:http` that hashes, serializes and writes the same',
    bound: atMost(1.6),
    measured: ({ samples }) =>
      ratio(samples.of(cpu('batch of 100 links'), EMULATOR), samples.of(cpu('batch of 100 links'), BARE_NODE)),
  },
  {
    id: 'token-bare',
    measure: 'token, by bare `node:http` that signs the same',
    bound: atLeast(0.6),
    measured: ({ samples }) => byBare(samples, 'token'),
  },
  {
    id: 'fresh-sandbox',
    measure: 'fresh sandbox: open, token, first list, close',
    bound: below(1.5, 'ms'),
    measured: ({ samples }) => middle(samples.of(FRESH_SANDBOX, EMULATOR)),
  },
  {
    id: 'memory-mixture',
    measure: 'memory after 100,000 requests of the mixture, population 100,000',
    bound: below(105, 'MB'),
    measured: ({ samples, extent }) => middle(samples.of(mixedMemory(extent.requests), EMULATOR)),
  },
  {
    id: 'memory-exchanges',
    measure: '10,000 sandboxes with ten exchanges in each',
    bound: below(250, 'MB'),
    measured: ({ samples, extent }) => middle(samples.of(exchangesMemory(extent.sandboxLevels.at(-1)), EMULATOR)),
  },
  {
    id: 'start',
    measure: "process start to first good answer, by the best peer's",
    bound: atMost(0.2),
    measured: startByBestPeer,
  },
  {
    id: 'warm-start',
    measure: '`startEmulator()`, warm',
    bound: below(5, 'ms'),
    measured: ({ samples }) => middle(samples.of(WARM_START, EMULATOR)),
  },
  {
    id: 'population-start',
    measure: 'population 1,000,000 by 200: start',
    bound: atMost(1.1),
    measured: ({ samples }) => ratio(samples.of(START, LARGE_EMULATOR), samples.of(START, EMULATOR)),
  },
  {
    id: 'population-look-up',
    measure: 'population 1,000,000 by 200: time of single look-ups',
    bound: atMost(1.1),
    measured: ({ samples }) => ratio(lookupsOf(samples, SMALL_POPULATION), lookupsOf(samples, LARGE_POPULATION)),
  },
  {
    id: 'memory-idle',
    measure: 'memory at rest',
    bound: below(90, 'MB'),
    measured: ({ samples }) => middle(samples.of(IDLE_MEMORY, EMULATOR)),
  },
  {
    id: 'memory-loaded',
    measure: 'memory after 100,000 requests, by that',
    bound: atMost(1.2),
    measured: ({ samples, extent }) =>
      ratio(samples.of(loadedMemory(extent.requests), EMULATOR), samples.of(IDLE_MEMORY, EMULATOR)),
  },
  ...GOALS_OF_TOOLS,
  ...GOALS_OF_CLONE,
  {
    id: 'install',
    measure: 'production install',
    bound: below(25, 'MB'),
    measured: ({ samples }) => middle(samples.of(INSTALLED_SIZE, EMULATOR)),
  },
];

/**
 * @param {Run} run
 * @returns {{ id: string, measure: string, reach: string, measured: number | undefined, unit: string, reached: boolean | undefined }[]}
 */
export function reachOf(run) {
  return GOALS.map(({ id, measure, bound, measured }) => {
    const value = measured(run);
    return {
      id,
      measure,
      reach: bound.text,
      measured: value,
      unit: bound.unit,
      reached: value === undefined ? undefined : bound.holds(value),
    };
  });
}

function startByBestPeer({ samples, contestants }) {
  const peers = contestants
    .filter(({ isPeer }) => isPeer)
    .map(({ name }) => samples.of(START, name))
    .filter((taken) => taken !== undefined);
  const best = peers[0]?.map((_, round) => Math.min(...peers.map((taken) => taken[round])));
  return ratio(samples.of(START, EMULATOR), best);
}

function byBare(samples, what) {
  return ratio(samples.of(throughput(what), EMULATOR), samples.of(throughput(what), BARE_NODE));
}

function lookupsOf(samples, population) {
  return samples.of(throughput(lookups(population)), EMULATOR);
}

function middle(samples) {
  return samples === undefined ? undefined : median(samples);
}
