/**
 * Records what a built checkout prints, writes and declares beside HTTP, a text file for each section:
 * `node test/transcript/reports.js --repo <checkout> --out <folder> [--only <text in the name>]`
 *
 * The inputs are those of the checkout that this file stands in, so that two builds get the same ones.
 */

import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Book, each } from './book.js';
import { typesOf } from './types.js';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
const NOW = ['--now', '2026-01-31T09:00:00Z'];

/** What no run can repeat, by the command that prints or writes it. @type {{ command: RegExp, what: RegExp, by: string | ((found: string) => string), why: string }[]} */
const MASKS = [
  { command: /^/, what: /\b127\.0\.0\.1:\d+/g, by: '127.0.0.1:<port>', why: 'The system picks the ports.' },
  { command: /^verify/, what: /\btime="[\d.]+"/g, by: 'time="<s>"', why: 'Real time, measured.' },
  {
    command: /^verify/,
    what: /(?:^\[\d+\/\d+\] .*\n)+/gm,
    by: (lines) =>
      lines
        .replaceAll(/^\[\d+/gm, '[<n>')
        .split(/^/m)
        .sort()
        .join(''),
    why: 'Pacts are verified side by side; each is reported when it is done.',
  },
  { command: /^audit/, what: /\bback after \d+ ms\b/g, by: 'back after <ms>', why: 'Real time, measured.' },
  { command: /^audit/, what: /-?\d+ ms each beside/g, by: '<ms> each beside', why: 'Real time, measured.' },
  { command: /^(audit|mutate)/, what: /\bin [\d.]+ s(?=\.|, )/g, by: 'in <s>', why: 'How long all runs took.' },
  {
    command: /^(audit|mutate)/,
    what: /"(time|overhead|received|opened|duration)": ?-?[\d.e-]+/g,
    by: '"$1": <ms>',
    why: 'The same times in a report and in the exchanges of a finding.',
  },
  {
    command: /^proxy/,
    what: /^< Date: (?!Sat, 31 Jan 2026 09:00:00).*$/gm,
    by: '< Date: <now>',
    why: 'What the proxy answers itself has the time of the machine; behind it, time stands still.',
  },
  { command: /^proxy/, what: /"at":"[^"]*"/g, by: '"at":"<now>"', why: 'The same time in its journal.' },
];

/** Where the name of a built file has a hash of its content. */
const HASHED = /^(dist\/.*)-[\w-]{8}(?=\.c?js$)/;

/** Processes do not outlive whoever records. @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
process.once('exit', () => children.forEach((child) => child.kill()));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** Runs commands in a folder of its own, with a copy of the examples, and writes down what they print and write. */
class Desk {
  #repo;
  #folder = realpathSync(mkdtempSync(join(tmpdir(), 'transcript-')));
  #lines = /** @type {string[]} */ ([]);

  /** @param {string} repo */
  constructor(repo) {
    this.#repo = repo;
    cpSync(EXAMPLES, this.#folder, { recursive: true, filter: (path) => !path.includes('node_modules') });
    // Some of the clients open sandboxes by the library: that of the build.
    mkdirSync(join(this.#folder, 'node_modules'));
    symlinkSync(repo, join(this.#folder, 'node_modules/id-emulator'), 'dir');
  }

  get text() {
    return `${this.#lines.join('\n').trim()}\n`;
  }

  /** @param {string[]} lines */
  note(...lines) {
    this.#lines.push(...lines);
  }

  /** Starts a command; `printed` is what it has printed by now. @param {string[]} args @param {Record<string, string>} [variables] */
  start(args, variables = {}) {
    const child = spawn(process.execPath, [join(this.#repo, 'dist/cli/main.js'), ...args], {
      cwd: this.#folder,
      // Neither a config file nor variables of whoever records may have a say.
      env: { PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter), TZ: 'UTC', ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    const printed = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => (printed.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (printed.stderr += text));
    /** @type {Promise<number | null>} */
    const ended = new Promise((done) => child.once('close', done));
    void ended.then(() => children.delete(child));
    return {
      printed,
      ended,
      end: (/** @type {NodeJS.Signals} */ signal) => (child.kill(signal), ended),
      stdout: child.stdout,
    };
  }

  /** Starts a command that listens, until it has said where. @param {string[]} args @param {Record<string, string>} [variables] */
  async listening(args, variables) {
    const running = this.start([...args, '--port', '0'], variables);
    const urlIn = () => /\bhttp:\/\/127\.0\.0\.1:(\d+).*\n/.exec(running.printed.stdout);
    await new Promise((done, fail) => {
      running.stdout.on('data', () => urlIn() && done(undefined));
      void running.ended.then(() => fail(new Error(`${args.join(' ')} has ended: ${running.printed.stderr}`)));
    });
    const port = Number(urlIn()?.[1]);
    return { ...running, port, url: `http://127.0.0.1:${port}` };
  }

  /** Runs a command to its end. @param {string[]} args @param {{ files?: string[], variables?: Record<string, string> }} [options] `files` are those, or folders, that it writes */
  async run(args, options = {}) {
    const { printed, ended } = this.start(args, options.variables);
    this.outcome(args, printed, await ended, options.files);
  }

  /** @param {string[]} args @param {{ stdout: string, stderr: string }} printed @param {number | null} code @param {string[]} [files] */
  outcome(args, { stdout, stderr }, code, files = []) {
    const command = args.join(' ');
    this.note('', `$ id-emulator ${masked(command, command)}`, `$ exit code ${code}`);
    const written = files.flatMap((file) => this.#namesIn(file));
    for (const [title, text] of [
      ['standard output', stdout],
      ['standard error', stderr],
      ...written.map((name) => [name, readFileSync(join(this.#folder, name), 'utf8')]),
    ])
      if (text) this.note(`= ${title}`, ...quoted(masked(command, this.#withoutPlaces(text))));
  }

  end() {
    // Where a section has failed, some may still run.
    for (const child of children) child.kill();
    rmSync(this.#folder, { recursive: true });
  }

  /**
   * The files that a command has loaded, one list for each process and thread that ended by itself.
   * @param {string} name of the folder with their coverage @returns {string[][]}
   */
  loaded(name) {
    const folder = join(this.#folder, name);
    return readdirSync(folder)
      .map((file) => {
        /** @type {{ result: { url: string }[] }} */
        const { result } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
        const urls = result.map(({ url }) => url).filter((url) => url.startsWith('file:'));
        // Modules that do not need each other may come in any order.
        return urls.map((url) => this.#nameOf(fileURLToPath(url))).sort();
      })
      .filter((files) => files.length > 0)
      .sort((one, other) => (String(one) < String(other) ? -1 : 1));
  }

  /** @param {string} path of a loaded file */
  #nameOf(path) {
    return relative(this.#repo, path)
      .replace(/^.*(?=node_modules\/)/, '')
      .replace(HASHED, '$1-<hash>');
  }

  /** @param {string} file or folder @returns {string[]} */
  #namesIn(file) {
    const path = join(this.#folder, file);
    if (!existsSync(path)) return [];
    if (!statSync(path).isDirectory()) return [file];
    return readdirSync(path)
      .sort()
      .flatMap((name) => this.#namesIn(join(file, name)));
  }

  /** Where the checkout and the examples are is different for each recording. @param {string} text */
  #withoutPlaces(text) {
    return text.replaceAll(this.#folder, '<folder>').replaceAll(this.#repo, '<repo>');
  }
}

/** @param {string} command @param {string} text */
function masked(command, text) {
  return MASKS.filter((mask) => mask.command.test(command)).reduce(
    (rest, { what, by }) => (typeof by === 'string' ? rest.replace(what, by) : rest.replace(what, by)),
    text,
  );
}

/** @param {string} text */
function quoted(text) {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `| ${line}`);
}

/** @param {Desk} desk */
async function verify(desk) {
  for (const pacts of ['consumer-plain/pacts', 'consumer-plain/mistakes']) {
    const files = ['junit.xml', 'page.html'];
    await desk.run(['verify', pacts, '--junit', 'junit.xml', '--html', 'page.html'], { files });
    await desk.run(['verify', pacts, '--json', '--strict', '--write-guesses', 'guesses.yaml'], {
      files: ['guesses.yaml'],
    });
  }
  await desk.run(['verify', 'consumer-plain/pacts/loan-desk-identity-service.json', '--every-variant']);
  await desk.run(['verify', 'consumer-plain/pacts', '--variant', 'error-body=problem', '--consumer', 'risk-engine']);
  await desk.run(['verify', 'consumer-plain/nowhere']);
}

/** @param {string[]} flags of the emulator that is checked @returns {(desk: Desk) => Promise<void>} */
function conform(...flags) {
  return async (desk) => {
    const { url, end } = await desk.listening(['start', '--log', 'json', ...NOW, '--population', '50', ...flags]);
    const where = ['--base-url', url, '--token-url', `${url}/oauth/token`, '--client-id', 'demo-institution'];
    const variables = { ID_EMULATOR_CONFORM_CLIENT_SECRET: 'demo-secret' };
    const files = ['junit.xml', 'evidence.json'];
    const written = ['--junit', 'junit.xml', '--evidence', 'evidence.json'];
    await desk.run(['conform', ...where, '--all', ...written], { variables, files });
    await desk.run(['conform', ...where, '--write', '--json'], { variables });
    await end('SIGTERM');
  };
}

/** @param {string} client the file with its tests @param {string} only @returns {(desk: Desk) => Promise<void>} */
function audit(client, only) {
  return async (desk) => {
    const flags = [...NOW, '--only', only, '--budget', '6'];
    const written = ['--junit', 'junit.xml', '--html', 'page.html', '--save', 'saved'];
    const command = ['--', 'node', '--test', `audit/${client}`];
    await desk.run(['audit', ...flags, ...written, ...command], { files: ['junit.xml', 'page.html', 'saved'] });
    await desk.run(['audit', ...flags, '--json', ...command]);
  };
}

/** @param {string} client the file with its tests @param {string} only @returns {(desk: Desk) => Promise<void>} */
function mutate(client, only) {
  return async (desk) => {
    const flags = [...NOW, '--only', only, '--budget', '8'];
    for (const format of [[], ['--json']])
      await desk.run(['mutate', ...flags, ...format, '--', 'node', '--test', `audit/${client}`]);
  };
}

/** @param {string[]} upstream flags of the emulator behind it @param {string[]} flags @returns {(desk: Desk) => Promise<void>} */
function proxy(upstream, flags) {
  return async (desk) => {
    const service = await desk.listening(['start', '--log', 'json', ...NOW, '--population', '3', ...upstream]);
    const places = ['--upstream', service.url, '--token-upstream', `${service.url}/oauth/token`];
    const args = ['proxy', ...places, ...flags];
    const { port, end, printed } = await desk.listening(args);
    const book = new Book({ client: 'demo-institution', secret: 'demo-secret', id: 'default' });
    book.port = port;
    await book.renew();
    await book.all(
      each('users?limit=100 credentials?limit=100 human-scores?limit=100 users?limit=many nothing', 'GET ') +
        '\nPOST credentials/request {"partyId":7}\nGET _/health\nGET _s/journal?limit=3',
    );
    const code = await end('SIGINT');
    desk.outcome(args, printed, code, ['recorded']);
    desk.note('', masked('proxy', book.text));
    await service.end('SIGTERM');
  };
}

/** @param {Desk} desk @param {string[]} [command] */
async function help(desk, command = []) {
  const { printed, ended } = desk.start([...command, '--help']);
  desk.outcome([...command, '--help'], printed, await ended);
  const [, list = ''] = printed.stdout.split(/^Commands:\n/m);
  for (const [, name = ''] of list.matchAll(/^ {2}([a-z][\w-]*)/gm))
    if (name !== 'help') await help(desk, [...command, name]);
}

/** @param {Desk} desk */
async function completion(desk) {
  for (const shell of ['bash', 'zsh', 'fish', 'powershell']) await desk.run(['completion', shell]);
}

/** What test/cli/read-at-start.test.ts counts, and the same for two other commands. @param {Desk} desk */
async function loadedFiles(desk) {
  const flags = ['start', '--log', 'json', ...NOW];
  const [other, measured] = [
    await desk.listening(flags),
    await desk.listening(flags, { NODE_V8_COVERAGE: 'of-start' }),
  ];
  const book = new Book({ client: 'demo-institution', secret: 'demo-secret' });
  book.port = other.port;
  await book.renew();
  // A token of its own would load what issues tokens.
  book.port = measured.port;
  const { status } = await book.ask('GET users');
  if (status !== 200) throw new Error(`the first response has status ${status}`);
  await Promise.all([other, measured].map(({ end }) => end('SIGTERM')));
  const others = [
    ['verify', 'consumer-plain/pacts/risk-engine-identity-service.json'],
    ['exec', '--', 'true'],
  ];
  for (const args of others) await desk.start(args, { NODE_V8_COVERAGE: `of-${args[0]}` }).ended;
  for (const args of [flags, ...others])
    for (const files of desk.loaded(`of-${args[0]}`))
      desk.note('', `$ id-emulator ${args.join(' ')}`, ...files.map((file) => `| ${file}`));
}

/** @type {Record<string, (desk: Desk) => Promise<void>>} */
const SECTIONS = {
  'report-verify': verify,
  'report-conform': conform(),
  'report-conform-variant': conform('--variant', 'error-body=problem,over-limit=clamped'),
  'report-conform-scenario': conform('--scenario', 'numbers-as-strings'),
  'report-audit-findings': audit('no-retry-on-429/directory.test.js', 'throttled'),
  'report-audit-swallowed': audit('errors-as-empty-list/dashboard.test.js', 'server-error'),
  'report-audit-none': audit('correct/client.test.js', 'checkVerificationStatus:unknown-value,batch-items'),
  'report-mutate': mutate('no-retry-on-429/directory.test.js', 'issueToken,resolveCredentials'),
  'report-mutate-unread': mutate('errors-as-empty-list/dashboard.test.js', 'getUsers,resolveCredentials'),
  'report-proxy': proxy([], ['--log', 'json', '--record', 'recorded']),
  'report-proxy-violations': proxy(['--scenario', 'unknown-enum-values'], []),
  'report-proxy-errors': proxy(['--scenario', 'unknown-enum-values'], ['--log', 'json', '--errors']),
  help,
  completion,
  'files-loaded': loadedFiles,
};

/** @param {string} message @returns {never} */
function refuse(message) {
  process.stderr.write(`reports.js: ${message}\n`);
  process.exit(2);
}

function settings() {
  try {
    const options = { repo: { type: 'string' }, out: { type: 'string' }, only: { type: 'string', default: '' } };
    return parseArgs({ options: /** @type {const} */ (options) }).values;
  } catch (error) {
    return refuse(String(/** @type {Error} */ (error).message.split('\n')[0]));
  }
}

async function record() {
  const { repo: place, out, only = '' } = settings();
  if (place === undefined || out === undefined) refuse('--repo <checkout> and --out <folder> are needed');
  const repo = realpathSync(resolve(place));
  if (!existsSync(join(repo, 'dist/cli/main.js'))) refuse(`${repo} has no dist/cli/main.js; build the checkout first`);
  /** @type {[name: string, text: () => string | Promise<string>][]} */
  const sections = [
    ...Object.entries(SECTIONS).map(([name, run]) => [name, () => recorded(repo, run)]),
    ...typesOf(repo).map(({ entry, text }) => [`types-${entry.slice(2).replaceAll('/', '-') || 'index'}`, () => text]),
  ].filter(([name]) => name.includes(only));
  if (sections.length === 0) refuse(`no section has "${only}" in its name`);
  mkdirSync(out, { recursive: true });
  for (const file of readdirSync(out).filter((name) => name.endsWith('.txt'))) rmSync(join(out, file));
  // One after the other: an audit compares how long runs take.
  for (const [name, text] of sections)
    try {
      writeFileSync(join(out, `${name}.txt`), await text());
    } catch (error) {
      process.exitCode = 1;
      process.stderr.write(`reports.js: ${name} has failed: ${/** @type {Error} */ (error).stack}\n`);
    }
  process.stdout.write(`${sections.length} sections\n`);
}

/** @param {string} repo @param {(desk: Desk) => Promise<void>} run */
async function recorded(repo, run) {
  const desk = new Desk(repo);
  try {
    await run(desk);
    return desk.text;
  } finally {
    desk.end();
  }
}

await record();
