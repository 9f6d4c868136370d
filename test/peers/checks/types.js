/** The types of every way into the package, as each kind of module resolution finds them. */

import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { entriesForCommonJs } from './jest-common-js.js';

const OPTIONS = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--types', 'node'];

/** How a program is compiled: `--module`, `--moduleResolution`, and the ending of its file, which says what kind of module it is. */
const NODE10 = ['commonjs', 'node10', 'cts'];
const LATER = [
  ['node16', 'node16', 'cts'],
  ['node16', 'node16', 'mts'],
  ['esnext', 'bundler', 'mts'],
];

/** @type {import('../types.js').Check} */
export const types = {
  does: 'types with node16 and bundler',
  packages: ['typescript'],
  with: ['@types/node'],
  run: (project) => checkTypes(project, LATER),
};

/** TypeScript 7 has no node10 any more. @type {import('../types.js').Check} */
export const typesOfNode10 = {
  does: 'types with node10, node16 and bundler',
  packages: ['typescript@5'],
  with: ['@types/node'],
  run: (project) => checkTypes(project, [NODE10, ...LATER]),
};

/** Declarations themselves are checked, too: those of the package need nothing newer. @type {import('../types.js').Check} */
export const typesOfOldest = {
  does: 'types with the oldest TypeScript',
  packages: ['typescript@5.0'],
  with: ['@types/node@20'],
  run: async (project) => {
    await project.copyProject('types');
    const options = OPTIONS.filter((option) => option !== '--skipLibCheck');
    await project.run(['tsc', ...options, '--module', 'node16', '--moduleResolution', 'node16', 'program.ts']);
  },
};

/** @param {import('../project.js').Project} project @param {readonly string[][]} kinds */
async function checkTypes(project, kinds) {
  await project.copyProject('types');
  for (const [module = '', resolution = '', ending = ''] of kinds) {
    const entries = ending === 'cts' ? await entriesForCommonJs(project) : await project.entries();
    const imports = entries.map((entry, place) => `import * as entry${place} from '${entry}';`);
    const uses = entries.map((_, place) => `void entry${place};`);
    await project.write(`entries.${ending}`, `${[...imports, ...uses].join('\n')}\n`);
    await copyFile(join(project.folder, 'program.ts'), join(project.folder, `program.${ending}`));
    const kind = ['--module', module, '--moduleResolution', resolution];
    await project.run(['tsc', ...OPTIONS, ...kind, `entries.${ending}`, `program.${ending}`]).catch((error) => {
      throw new Error(`${resolution}, .${ending}: ${error.message}`);
    });
  }
}
