/** An example as its readers have it: a folder of its own with the built package installed, but without a network. */

import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { environmentWithoutSettings } from '../cli/id-emulator.js';
import { SpawnedProcess, type Outcome } from '../cli/spawned-process.js';
import { temporaryFolder } from '../cli/temporary-folder.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** The folder `examples`. */
export const EXAMPLES = new URL('../../examples/', import.meta.url);
/** What examples use of the package lies in these; patterns name pages and modules of other languages. */
const PACKED = ['package.json', ...manifest.files.filter((name) => !/[!*]/.test(name))];

export interface ExampleProject extends AsyncDisposable {
  /** Adds a file, or replaces one. */
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Installs another version of a package, from a folder. */
  link(name: string, folder: string): Promise<void>;
  /** Runs a command of those that are installed, such as `vitest`. */
  run(command: string, ...parameters: readonly string[]): Promise<Outcome>;
}

/**
 * Copies `examples/<name>`, or this folder of another place. The package is copied too, not linked, because runners treat what lies in `node_modules`
 * in another way. What it and the example depend on is found one folder further up, where the project's own is linked.
 */
export async function exampleProject(name: string, from = EXAMPLES): Promise<ExampleProject> {
  const { path, ...folder } = await temporaryFolder();
  const project = join(path, name);
  await symlink(join(PROJECT, 'node_modules'), join(path, 'node_modules'), 'junction');
  await cp(fileURLToPath(new URL(name, from)), project, {
    recursive: true,
    filter: (file) => !file.includes('node_modules'),
  });
  for (const packed of PACKED)
    await cp(join(PROJECT, packed), join(project, 'node_modules/id-emulator', packed), { recursive: true });
  return {
    ...folder,
    write: async (file, text) => {
      await mkdir(dirname(join(project, file)), { recursive: true });
      await writeFile(join(project, file), text);
    },
    remove: (file) => rm(join(project, file)),
    link: (installed, from) => symlink(from, join(project, 'node_modules', installed), 'junction'),
    run: async (command, ...parameters) => {
      await using spawned = new SpawnedProcess(command, parameters, { cwd: project, env: environment(path) });
      return await spawned.ended;
    },
  };
}

/** The runner that runs this test must not be taken for the one that is started, and output is to be plain. */
function environment(folder: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(environmentWithoutSettings()).filter(
    ([name]) =>
      !/^(VITEST|JEST|NODE_TEST|NODE_OPTIONS|NODE_ENV|TEST$|DEV$|PROD$|MODE$|CI$|GITHUB_ACTIONS$|FORCE_COLOR$)/.test(
        name,
      ),
  );
  return {
    ...Object.fromEntries(inherited),
    NO_COLOR: '1',
    PATH: `${join(folder, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
  };
}
