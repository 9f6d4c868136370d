/** Everything that can be measured, in the order in which each round does. */

import { measureAsRun } from './as-run.js';
import { measureClient } from './client.js';
import { measureFreshClone } from './fresh-clone.js';
import { measureInstalledSize } from './installed-size.js';
import { measureLargePopulation } from './large-population.js';
import { measureLoadedMemory } from './loaded-memory.js';
import { measureMixture } from './mixture.js';
import { measureSandboxes } from './sandboxes.js';
import { measureScaling } from './scaling.js';
import { measureSearches } from './searches.js';
import { measureStart } from './start.js';
import { measureThroughput } from './throughput.js';
import { measureTools } from './tools.js';
import { measureWarmStart } from './warm-start.js';

/**
 * @typedef {object} Context
 * @property {import('../processes/started-processes.js').StartedProcesses} processes
 * @property {import('../report/samples.js').Samples} samples
 * @property {number} round from 0
 * @property {import('../extent.js').Extent} extent
 * @property {string} folder for what has to be written
 * @property {import('../contestants/contestants.js').Contestant[]} contestants
 * @property {import('../questions/questions.js').Question[]} questions
 * @property {import('../processes/start-server.js').RunningServer[]} servers one of each contestant, for the whole run
 * @property {boolean} withPeers whether mock servers take part, where they are installed
 * @property {{ mixture?: import('./mixture.js').MixedServer[], asRun?: Awaited<ReturnType<typeof import('./mixture.js').prepareMixed>> }} kept what a measure keeps for the later rounds
 */

/**
 * `onlyTime` marks those that ask nothing which the others do not ask as well: a smoke leaves them out.
 * @type {Record<string, { title: string, measure: (context: Context) => Promise<void>, onlyTime?: boolean }>}
 */
export const MEASURES = {
  mixture: { title: 'New questions', measure: measureMixture },
  'as-run': { title: 'As it is run', measure: measureAsRun },
  start: { title: 'Start, and memory at rest', measure: measureStart, onlyTime: true },
  'warm-start': { title: 'Start in a warm process', measure: measureWarmStart },
  throughput: { title: 'Throughput and latency', measure: measureThroughput },
  searches: { title: 'New searches', measure: measureSearches, onlyTime: true },
  memory: { title: 'Memory after many requests', measure: measureLoadedMemory },
  sandboxes: { title: 'Sandboxes', measure: measureSandboxes },
  scaling: { title: 'Population, scenarios, journal', measure: measureScaling },
  population: { title: 'Large population', measure: measureLargePopulation, onlyTime: true },
  client: { title: 'Client library', measure: measureClient },
  tools: { title: 'Tools', measure: measureTools, onlyTime: true },
  'fresh-clone': { title: 'A fresh clone', measure: measureFreshClone, onlyTime: true },
  size: { title: 'Installed size', measure: measureInstalledSize, onlyTime: true },
};
