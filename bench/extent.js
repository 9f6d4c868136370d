/** How much is measured: a whole run, or a smoke that asks everybody everything once. */

/** @typedef {{ warmUpCount: number, warmUpSeconds: number, seconds: number } | { count: number, isHere: boolean }} Load after a warm-up of so
 * many requests or so many seconds, whichever ends first, so long; or so many requests, from here rather than from a process of its own */

/**
 * @typedef {object} Extent
 * @property {number} rounds
 * @property {Load} firstLoad of a server that has just been started
 * @property {Load} load that compares contestants
 * @property {Load} sweepLoad that shows how the emulator scales
 * @property {{ population: number, coldLoad: Load, warmUp: Load, warmUpOfPeers: Load, load: Load, nextLoad: Load, turns: number, answers: number }} mixed
 *   loads of questions that were not asked before. In each round the emulator and bare Node take so many turns, because a neighbour on the
 *   machine slows both down for seconds at a time; a turn that follows another one needs less of a warm-up. Of so many questions bare Node
 *   knows the answers
 * @property {Load} asRun of each new process, with its log on
 * @property {number} pairs of new processes in each round
 * @property {number} commands run as a whole, in each round
 * @property {number} settleSeconds after which a server that has nothing to do is at rest
 * @property {number} requests after which memory is looked at again
 * @property {readonly number[]} searched populations in which is searched
 * @property {number} searches in each of them
 * @property {number} starts of emulators in a warm process
 * @property {number} sandboxes opened one after the other
 * @property {number} sandboxesOfWarmUp opened before, so that the process is warm
 * @property {number} calls of the client library
 * @property {number} pages of a list that has been asked for before
 * @property {readonly number[]} populations the last one is the large one
 * @property {readonly number[]} sandboxLevels
 * @property {readonly number[]} scenarioLevels
 * @property {readonly number[]} journalLevels
 */

/** Of a population that nobody has asked to be larger. */
export const SMALL_POPULATION = 200;
export const LARGE_POPULATION = 1_000_000;

/** @type {Extent} */
export const WHOLE = {
  rounds: 3,
  // Code that runs on V8 or a JVM is compiled for good after some ten thousand requests.
  firstLoad: { warmUpCount: 20_000, warmUpSeconds: 2, seconds: 0.5 },
  load: { warmUpCount: 3_000, warmUpSeconds: 0.3, seconds: 0.5 },
  sweepLoad: { warmUpCount: 3_000, warmUpSeconds: 0.2, seconds: 0.4 },
  mixed: {
    population: 100_000,
    coldLoad: { seconds: 2 },
    warmUp: { seconds: 8 },
    warmUpOfPeers: { seconds: 3 },
    load: { warmUpSeconds: 0.5, seconds: 0.4 },
    nextLoad: { warmUpSeconds: 0.1, seconds: 0.4 },
    turns: 6,
    answers: 1_000,
  },
  asRun: { warmUpSeconds: 3, seconds: 1.5 },
  pairs: 2,
  commands: 5,
  settleSeconds: 0.4,
  requests: 100_000,
  searched: [SMALL_POPULATION, 10_000],
  searches: 30,
  starts: 50,
  sandboxes: 500,
  sandboxesOfWarmUp: 1_500,
  calls: 1_000,
  pages: 20,
  populations: [SMALL_POPULATION, 10_000, LARGE_POPULATION],
  sandboxLevels: [1, 100, 10_000],
  scenarioLevels: [0, 1, 20],
  journalLevels: [0, 1_000, 10_000],
};

/** @type {Extent} */
export const SMOKE = {
  rounds: 1,
  firstLoad: { count: 64, isHere: true },
  load: { count: 64, isHere: true },
  sweepLoad: { count: 64, isHere: true },
  mixed: {
    population: 1_000,
    coldLoad: { count: 64, isHere: true },
    warmUp: { count: 64, isHere: true },
    warmUpOfPeers: { count: 64, isHere: true },
    load: { count: 64, isHere: true },
    nextLoad: { count: 64, isHere: true },
    turns: 1,
    answers: 64,
  },
  asRun: { count: 64, isHere: true },
  pairs: 1,
  commands: 1,
  settleSeconds: 0,
  requests: 100,
  searched: [SMALL_POPULATION],
  searches: 6,
  starts: 2,
  sandboxes: 5,
  sandboxesOfWarmUp: 5,
  calls: 10,
  pages: 2,
  populations: [SMALL_POPULATION, LARGE_POPULATION],
  sandboxLevels: [1, 10],
  scenarioLevels: [0, 20],
  journalLevels: [0, 10],
};
