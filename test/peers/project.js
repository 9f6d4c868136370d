/** A user's project: a folder beneath the one that this package and the others are installed in. */

import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firstError, LONGEST_MS, NotRun, run } from './command.js';
import { environment } from './environment.js';
import { ServingCommand } from './serving-command.js';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const PROJECTS = fileURLToPath(new URL('projects/', import.meta.url));

export class Project {
  /**
   * @param {string} folder
   * @param {string} installed the folder with `node_modules`
   * @param {string} bin the folder of `node`
   */
  constructor(folder, installed, bin) {
    this.folder = folder;
    this.installed = installed;
    this.env = environment(bin, join(installed, 'node_modules/.bin'));
  }

  /** Copies an example into it: `examples/<name>`. @param {string} name */
  async copyExample(name) {
    await this.#copy(join(REPOSITORY, 'examples', name));
  }

  /** Copies a project of `projects/` into it. @param {string} name */
  async copyProject(name) {
    await this.#copy(join(PROJECTS, name));
  }

  /** @param {string} from */
  async #copy(from) {
    await cp(from, this.folder, { recursive: true, filter: (file) => !file.includes('node_modules') });
  }

  /** @param {string} file @param {string} text */
  async write(file, text) {
    await mkdir(this.folder, { recursive: true });
    await writeFile(join(this.folder, file), text);
  }

  /**
   * The text between two others on a page, so that what is tried is what the page says.
   * @param {string} page `docs/stores.md` @param {RegExp} pattern its first group is the text
   */
  async ofPage(page, pattern) {
    const found = pattern.exec(await readFile(join(REPOSITORY, page), 'utf8'))?.[1];
    if (found === undefined) throw new Error(`${page} does not have ${String(pattern)}: correct the check`);
    return found;
  }

  /** The ways into the installed package: `id-emulator`, `id-emulator/client`, ... */
  async entries() {
    const manifest = join(this.installed, 'node_modules/id-emulator/package.json');
    /** @type {{ name: string, exports: Record<string, unknown> }} */
    const { name, exports } = JSON.parse(await readFile(manifest, 'utf8'));
    return Object.keys(exports)
      .filter((entry) => entry !== './package.json')
      .map((entry) => name + entry.slice(1));
  }

  /**
   * Runs a command, and fails if it does.
   * @param {readonly string[]} words the command and its parameters
   * @param {{ code?: number, prints?: RegExp }} [expected] default: exit code 0
   * @returns {Promise<string>} what it printed
   */
  async run(words, { code = 0, prints } = {}) {
    const [command = '', ...parameters] = words;
    const ended = await run(command, parameters, { cwd: this.folder, env: this.env });
    if (ended.code !== code) throw new Error(this.#firstError(ended.output));
    if (prints !== undefined && !prints.test(ended.output))
      throw new Error(`${command} did not print ${String(prints)}: ${this.#firstError(ended.output)}`);
    return ended.output;
  }

  /**
   * Throws NotRun if a package does not work on this Node.js even without ours: npm installs such ones.
   * @param {string} name @param {string} file a program of the project that uses this package only
   */
  async worksAlone(name, file) {
    const ended = await run('node', [file], { cwd: this.folder, env: this.env });
    if (ended.code !== 0) throw new NotRun(`${name} does not work here by itself: ${this.#firstError(ended.output)}`);
  }

  /** Paths are shortened, because the folder is gone when they are read. @param {string} output */
  #firstError(output) {
    return firstError(output.replaceAll(`${this.folder}/`, '').replaceAll(`${this.installed}/`, ''));
  }

  /**
   * Starts a command that serves until it is ended, and prints its address when it is ready.
   * @param {readonly string[]} parameters
   * @param {Record<string, string>} [env]
   */
  async serve(parameters, env = {}) {
    await mkdir(this.folder, { recursive: true });
    const child = spawn('id-emulator', [...parameters, '--port', '0', '--log', 'json'], {
      cwd: this.folder,
      env: { ...this.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LONGEST_MS,
    });
    const server = new ServingCommand(child, (output) => this.#firstError(output));
    await server.isReady();
    return server;
  }
}
