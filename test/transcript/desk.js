/** Runs built commands in a folder of its own, and writes down what they print and write. */

import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Book } from './book.js';
import { masked, withoutPlaces } from './masks.js';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
const PROGRAMS = fileURLToPath(new URL('programs', import.meta.url));
/** Where the name of a built file has a hash of its content. */
const HASHED = /^(dist\/.*)-[\w-]{8}(?=\.c?js$)/;

/** For clocks that stand still. */
export const NOW = ['--now', '2026-01-31T09:00:00Z'];

/** Processes do not outlive whoever records. @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
process.once('exit', () => children.forEach((child) => child.kill()));

/** @typedef {{ files?: string[], variables?: Record<string, string> }} RunOptions `files` are those, or folders, that it writes */

export class Desk {
  /** The built checkout. */
  repo;
  #folder = realpathSync(mkdtempSync(join(tmpdir(), 'transcript-')));
  #lines = /** @type {string[]} */ ([]);
  /** Those of this desk. @type {Set<import('node:child_process').ChildProcess>} */
  #running = new Set();

  /** @param {string} repo */
  constructor(repo) {
    this.repo = repo;
    cpSync(EXAMPLES, this.#folder, { recursive: true, filter: (path) => !path.includes('node_modules') });
    cpSync(PROGRAMS, join(this.#folder, 'programs'), { recursive: true });
    // Programs, and some of the examples, use the library of the build.
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

  /** Writes a file that commands are given. @param {string} name @param {string} text */
  write(name, text) {
    writeFileSync(join(this.#folder, name), text);
  }

  /**
   * Starts a command; `printed` is what it has printed by now.
   * @param {string[]} args @param {Record<string, string>} [variables] @param {'ignore' | 'pipe'} [input]
   */
  start(args, variables = {}, input = 'ignore') {
    return this.#spawn([join(this.repo, 'dist/cli/main.js'), ...args], variables, input);
  }

  /** @param {string[]} args of Node.js @param {Record<string, string>} [variables] @param {'ignore' | 'pipe'} [input] */
  #spawn(args, variables, input = 'ignore') {
    const child = spawn(process.execPath, args, {
      cwd: this.#folder,
      // Neither a config file nor variables of whoever records may have a say.
      env: { PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter), TZ: 'UTC', ...variables },
      stdio: [input, 'pipe', 'pipe'],
    });
    for (const set of [children, this.#running]) {
      set.add(child);
      child.once('close', () => set.delete(child));
    }
    const printed = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => (printed.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (printed.stderr += text));
    /** @type {Promise<number | null>} */
    const ended = new Promise((done) => child.once('close', done));
    return {
      printed,
      ended,
      end: (/** @type {NodeJS.Signals} */ signal) => (child.kill(signal), ended),
      stdin: child.stdin,
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

  /** A book for requests to the default sandbox, which has a token. @param {number} port */
  async book(port) {
    const book = new Book({ client: 'demo-institution', secret: 'demo-secret', id: 'default' });
    book.port = port;
    await book.renew();
    return book;
  }

  /** Runs a command to its end. @param {string[]} args @param {RunOptions} [options] */
  async run(args, options = {}) {
    const { printed, ended } = this.start(args, options.variables);
    this.outcome(args, printed, await ended, options.files);
  }

  /** Runs one of the programs beside this file, which use the library of the build. @param {string} file */
  async program(file) {
    const { printed, ended } = this.#spawn([`programs/${file}`]);
    const code = await ended;
    this.outcome(['program', file], printed, code);
    if (code !== 0) throw new Error(`${file} has failed: ${printed.stderr}`);
  }

  /** @param {string[]} args @param {{ stdout: string, stderr: string }} printed @param {number | null} code @param {string[]} [files] */
  outcome(args, { stdout, stderr }, code, files = []) {
    const command = `$ ${args[0] === 'program' ? '' : 'id-emulator '}${args.map(quoted).join(' ')}`;
    this.note('', this.masked(args, command), `$ exit code ${code}`);
    const written = files.flatMap((file) => namesIn(this.#folder, file));
    for (const [title, text] of [
      ['standard output', stdout],
      ['standard error', stderr],
      ...written.map((name) => [name, readFileSync(join(this.#folder, name), 'utf8')]),
    ])
      if (text) this.note(`= ${title}`, ...lines(this.masked(args, text)));
  }

  /** Writes down a file of the build, or all in a folder. @param {string} path */
  copy(path) {
    for (const name of namesIn(this.repo, path))
      this.note('', `= ${name}`, ...lines(readFileSync(join(this.repo, name), 'utf8')));
  }

  end() {
    // Where a section has failed, some may still run.
    for (const child of this.#running) child.kill();
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
    return relative(this.repo, path)
      .replace(/^.*(?=node_modules\/)/, '')
      .replace(HASHED, '$1-<hash>');
  }

  /** The text as it is written down for this command. @param {string[]} args @param {string} text */
  masked(args, text) {
    const places = { [this.#folder]: '<folder>', [this.repo]: '<repo>' };
    return masked(`$ ${args.join(' ')}`, withoutPlaces(text, places));
  }
}

/** An argument as a shell would need it, so that an empty one is seen. @param {string} argument */
const quoted = (argument) => (/["\s]|^$/.test(argument) ? JSON.stringify(argument) : argument);

/** @param {string} text */
function lines(text) {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `| ${line}`);
}

/** @param {string} folder @param {string} path of a file or folder in it @returns {string[]} */
function namesIn(folder, path) {
  const whole = join(folder, path);
  if (!existsSync(whole)) return [];
  if (!statSync(whole).isDirectory()) return [path];
  return readdirSync(whole)
    .sort()
    .flatMap((name) => namesIn(folder, join(path, name)));
}
