/** Who is measured: the emulator, and the peers it is measured against. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { mockoon } from './mockoon.js';
import { dynamicPrism, prism } from './prism.js';
import { wireMock } from './wiremock.js';

/**
 * @typedef {object} Contestant
 * @property {string} name
 * @property {string} does what it does for an answer, in a few words
 * @property {boolean} isPeer whether it is another mock server, which the emulator has to be faster than
 * @property {(port: number) => import('../processes/started-processes.js').Command} command
 * @property {(question: import('../questions/questions.js').Question) => import('../questions/questions.js').Question} [adapt]
 *   where it has to be asked in another way
 */

export const EMULATOR = 'id-emulator';
export const BARE_NODE = 'node:http, bare';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const PREPARED = fileURLToPath(new URL('../../dist/lib/index.js', import.meta.url));

/**
 * @param {readonly unknown[]} [options] of `id-emulator start`
 * @param {{ main: string, name: string }} [built] another build
 * @returns {Contestant}
 */
export function emulator(options = [], { main = MAIN, name = EMULATOR } = {}) {
  return {
    name,
    does: 'checks the token, validates both ways, looks up the world, keeps a journal',
    isPeer: false,
    command: (port) => ({ args: [main, 'start', '--port', port, '--log', 'silent', ...options] }),
  };
}

const PEERS = [prism, mockoon, wireMock];
/** Nothing has to be installed for these. */
const PROGRAMS = [stockExpress, (folder) => bareNode(folder)];

/**
 * All that can be started here, and a line for each that cannot.
 * @param {string} folder for what they are configured with
 * @param {readonly import('../questions/questions.js').Question[]} questions
 * @param {boolean} withPeers whether mock servers are looked for
 * @returns {Promise<{ contestants: Contestant[], skipped: string[] }>}
 */
export async function allContestants(folder, questions, withPeers) {
  const contestants = [emulator()];
  const skipped = [];
  for (const prepare of [...(withPeers ? PEERS : []), ...PROGRAMS]) {
    const prepared = await prepare(folder, questions);
    if (typeof prepared === 'string') skipped.push(prepared);
    else contestants.push(prepared);
  }
  return { contestants, skipped };
}

/**
 * The peers that are installed, for the mixture: as far as they can, they answer what they were not asked before.
 * @param {string} folder for what they are configured with
 * @param {ReturnType<typeof import('../questions/mixture.js').examplesOf>} examples
 * @returns {Promise<Contestant[]>}
 */
export async function mixturePeers(folder, examples) {
  const prepared = [mockoon(folder, examples), dynamicPrism(folder), await wireMock(folder, examples, true)];
  return prepared.filter((peer) => typeof peer !== 'string');
}

/** Whether the build is there, and has not ended halfway: without what it prepares, an emulator starts much more slowly. */
export function isBuilt() {
  return [MAIN, PREPARED].every((file) => existsSync(file));
}

/** @throws {Error} where it is not */
export function checkBuilt() {
  if (!isBuilt()) throw new Error('dist/ is missing or incomplete; run "npm run build" in the project first');
}

/** Express as its own guide shows it. */
function stockExpress(folder) {
  return program({
    name: 'Express 5, stock',
    does: 'finds a route, and serializes a constant by `res.json()`',
    file: 'stock-express.js',
    questions: `${folder}/${QUESTIONS}`,
  });
}

/** What Node itself can do, and nobody on top of it can beat. */
export function bareNode(folder, questions = QUESTIONS) {
  const does = 'writes a constant text; lists, tokens and the mixture it serializes for each answer';
  return program({ name: BARE_NODE, does, file: 'bare-node.js', questions: `${folder}/${questions}` });
}

const QUESTIONS = 'questions.json';

function program({ name, does, file, questions }) {
  const path = fileURLToPath(new URL(`../servers/${file}`, import.meta.url));
  return { name, does, isPeer: false, command: (port) => ({ args: [path, port, questions] }) };
}
