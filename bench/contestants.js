/** Who is measured: the emulator, and the peers it is measured against. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Contestant
 * @property {string} name
 * @property {string} file the module that runs it
 * @property {(port: number) => (string | number)[]} args
 * @property {string} healthPath what answers 200 as soon as anything does
 * @property {Pick<import('./question.js').Question, 'path' | 'body'>} [question] the only one that a peer can answer
 */

export const STOCK_EXPRESS = 'Express 5, stock';
export const BARE_NODE = 'node:http, bare';

export const SMALL_POPULATION = 200;
export const LARGE_POPULATION = 1_000_000;

const EMULATOR = pathOf('../dist/cli/main.js');
const PREPARED = pathOf('../dist/shipped/service-validators/');

/** What the peers serve where nothing but their start counts. */
export const NO_QUESTION = { path: '/api/v1/institutions/me/human-scores/anybody', body: '{}' };

/** @returns {Contestant} */
export function emulator(population = SMALL_POPULATION) {
  return {
    name: population === SMALL_POPULATION ? 'id-emulator' : `id-emulator, ${population.toLocaleString('en')} parties`,
    file: EMULATOR,
    args: (port) => ['start', '--port', port, '--population', population, '--log', 'silent'],
    healthPath: '/_emulator/health',
  };
}

/** Express as its own guide shows it, with the answer as a constant. */
export function stockExpress(question) {
  return peer(STOCK_EXPRESS, './peers/stock-express.js', question);
}

/** What Node itself can do, and nobody on top of it can beat. */
export function bareNode(question) {
  return peer(BARE_NODE, './peers/bare-node.js', question);
}

/**
 * An emulator without what the build prepares starts all the same, only much more slowly: no figures of that one.
 * @throws {Error} where the emulator has not been built, or its build has ended halfway
 */
export function checkBuilt() {
  for (const file of [EMULATOR, PREPARED]) {
    if (!existsSync(file)) throw new Error('dist/ is missing or incomplete; run "npm run build" in the project first');
  }
}

/** @returns {Contestant} */
function peer(name, file, question) {
  return { name, file: pathOf(file), args: (port) => [port, question.body], healthPath: question.path, question };
}

function pathOf(file) {
  return fileURLToPath(new URL(file, import.meta.url));
}
