/**
 * Records what a built checkout answers, prints, writes and declares, a text file for each section:
 * `node test/transcript/record.js <checkout> <folder> [--only <text in the name>] [--full]`
 *
 * With --full, every variant is asked everything, and not a quarter of it, another one for each.
 * It knows the command line, the library and what is served, and none of the modules behind them, so that it works
 * before and after they have been moved. The inputs are those of the checkout that this file stands in. Each section has
 * processes of its own: there, IDs and numbers follow from the order of requests.
 */

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Book } from './book.js';
import { COMMANDS } from './commands.js';
import { controlSections } from './control.js';
import { Desk, NOW } from './desk.js';
import { masked, withoutPlaces } from './masks.js';
import { REPORTS } from './reports.js';
import { scenarioSections } from './scenarios.js';
import { serviceSections } from './service.js';
import { settingSections } from './settings.js';
import { typesOf } from './types.js';

/** Sections that are recorded side by side: many wait more than they work. Reports come one by one, for some judge by time. */
const AT_ONCE = { quick: 6, timed: 1 };

/**
 * @typedef {object} Section what of HTTP is recorded into one file
 * @property {string} name
 * @property {string[]} [flags] of the emulator that it begins with
 * @property {(book: Book, host: Host) => Promise<unknown>} run
 *
 * @typedef {{ stop: () => Promise<void> }} Running
 */

/** Processes do not outlive whoever records. @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
process.once('exit', () => children.forEach((child) => child.kill()));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** Starts the emulators of a section, and cleans up behind it. */
export class Host {
  #main;
  #book;
  #running = /** @type {Running[]} */ ([]);
  #folders = /** @type {string[]} */ ([]);

  /** @param {string} main the built command line @param {Book} book */
  constructor(main, book) {
    this.#main = main;
    this.#book = book;
  }

  /**
   * Starts an emulator, whose clock stands still unless the flags say otherwise; requests go to it from here on.
   * @param {string[]} flags @returns {Promise<Running>}
   */
  async start(flags) {
    const clock = flags.some((flag) => ['--now', '--time'].includes(flag)) ? [] : NOW;
    const all = [...clock, ...flags];
    this.#note(
      `id-emulator start ${all.map((flag) => (/[ "]|^$/.test(flag) ? JSON.stringify(flag) : flag)).join(' ')}`,
    );
    // Neither a config file nor variables of whoever records may have a say.
    const child = spawn(process.execPath, [this.#main, 'start', '--port', '0', '--log', 'json', ...all], {
      cwd: tmpdir(),
      env: { PATH: process.env['PATH'], TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    child.once('close', () => children.delete(child));
    const printed = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => (printed.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (printed.stderr += text));
    const ended = new Promise((done) => child.once('close', done));
    await Promise.race([ended, new Promise((done) => child.stdout.once('data', done))]);
    const port = /"event":"ready","url":"http:\/\/[^"]*:(\d+)"/.exec(printed.stdout)?.[1];
    const over = ended.then((code) => {
      const text = masked('$ start', printed.stdout + printed.stderr);
      const lines = (port === undefined ? text : text.replaceAll(`:${port}`, ':<port>')).trimEnd().split('\n');
      this.#note(...lines, `exit code ${code}`);
    });
    const stop = async () => {
      child.kill('SIGTERM');
      await over;
    };
    Object.assign(this.#book, { port: Number(port ?? 0) });
    Object.assign(this.#book.names, { id: 'default', client: 'demo-institution', secret: 'demo-secret' });
    this.#running.push({ stop });
    if (port === undefined) await over;
    return { stop };
  }

  /** A folder with these files, by name. @param {Record<string, string>} files */
  folder(files) {
    const folder = mkdtempSync(join(tmpdir(), 'transcript-'));
    this.#folders.push(folder);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return folder;
  }

  async end() {
    for (const { stop } of this.#running) await stop();
    for (const folder of this.#folders) rmSync(folder, { recursive: true });
  }

  /** @param {string[]} lines */
  #note(...lines) {
    this.#book.note(
      ...lines.map(
        (line) => `$ ${withoutPlaces(line, Object.fromEntries(this.#folders.map((folder) => [folder, '<folder>'])))}`,
      ),
    );
  }
}

/** What the checkout has: its parties, scenarios, points with variants, and operations of the control plane. @param {string} main */
async function survey(main) {
  const book = new Book({});
  const host = new Host(main, book);
  await host.start([]);
  const read = async (/** @type {string} */ path) => (await book.ask(`GET _/${path}`)).json;
  const { items } = await read('sandboxes/default/world/parties?limit=100');
  const [{ scenarios }, { points }, control] = [
    await read('scenarios'),
    await read('fidelity'),
    await read('control.json'),
  ];
  await host.end();
  // Those of the fixture; generated parties have large numbers.
  const cast = items.filter((/** @type {any} */ { userId }) => userId < 1_000);
  return { names: Object.fromEntries(cast.flatMap(namesOf)), scenarios, points, control };
}

/** `{ben}` is his party ID, `{ben.0}` the contract ID of his first credential. @param {any} party @returns {[string, string][]} */
function namesOf({ alias, partyId, email, username, credentials }) {
  return [
    [alias, partyId],
    [`${alias}.email`, email],
    [`${alias}.username`, username],
    ...credentials.map((/** @type {any} */ { contractId }, /** @type {number} */ at) => [`${alias}.${at}`, contractId]),
  ];
}

/** @param {string} main @param {Record<string, string>} names @param {Section} section */
async function recorded(main, names, { flags = [], run }) {
  const book = new Book(names);
  const host = new Host(main, book);
  try {
    await host.start(flags);
    await run(book, host);
  } finally {
    await host.end();
  }
  return book;
}

/** @param {string} message @returns {never} */
function refuse(message) {
  process.stderr.write(`record.js: ${message}\n`);
  process.exit(2);
}

function settings() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { only: { type: 'string', default: '' }, full: { type: 'boolean', default: false } },
    });
    return { ...values, positionals };
  } catch (error) {
    return refuse(String(/** @type {Error} */ (error).message.split('\n')[0]));
  }
}

/** @param {string} repo @param {(desk: Desk) => void | Promise<void>} run */
async function recordedOnDesk(repo, run) {
  const desk = new Desk(repo);
  try {
    await run(desk);
    return desk.text;
  } finally {
    desk.end();
  }
}

async function record() {
  const { positionals, only = '', full = false } = settings();
  const [place, out, more] = positionals;
  if (place === undefined || out === undefined || more !== undefined)
    refuse('a built checkout and a folder for the recording are needed');
  const main = resolve(place, 'dist/cli/main.js');
  if (!existsSync(main)) refuse(`${main} is not there; build the checkout first`);
  const found = await survey(main);
  let exchanges = 0;
  const served = [
    ...scenarioSections(found),
    ...controlSections(found),
    ...settingSections(),
    ...serviceSections({ ...found, full }),
  ].map((section) => {
    const text = async () => {
      const book = await recorded(main, found.names, section);
      exchanges += book.exchanges;
      return book.text;
    };
    return { name: section.name, text };
  });
  const repo = realpathSync(place);
  const onDesk = (/** @type {typeof COMMANDS} */ sections) =>
    Object.entries(sections).map(([name, run]) => ({ name, text: () => recordedOnDesk(repo, run) }));
  const types = typesOf(repo).map(({ entry, text }) => ({
    name: `types-${entry.slice(2).replaceAll('/', '-') || 'index'}`,
    text: () => text,
  }));
  const lanes = [
    { atOnce: AT_ONCE.timed, sections: onDesk(REPORTS) },
    // Long ones first.
    { atOnce: AT_ONCE.quick, sections: [...onDesk(COMMANDS), ...types, ...served] },
  ].map(({ atOnce, sections }) => ({ atOnce, sections: sections.filter(({ name }) => name.includes(only)) }));
  const count = lanes.reduce((sum, { sections }) => sum + sections.length, 0);
  if (count === 0) refuse(`no section has "${only}" in its name`);
  mkdirSync(out, { recursive: true });
  for (const file of readdirSync(out).filter((name) => name.endsWith('.txt'))) rmSync(join(out, file));
  const workers = lanes.flatMap(({ atOnce, sections: waiting }) =>
    Array.from({ length: atOnce }, async () => {
      for (let section = waiting.shift(); section !== undefined; section = waiting.shift()) {
        const { name, text } = section;
        try {
          writeFileSync(join(out, `${name}.txt`), await text());
        } catch (error) {
          process.exitCode = 1;
          process.stderr.write(`record.js: ${name} has failed: ${/** @type {Error} */ (error).stack}\n`);
        }
      }
    }),
  );
  await Promise.all(workers);
  process.stdout.write(`${count} sections, ${exchanges} exchanges\n`);
}

await record();
