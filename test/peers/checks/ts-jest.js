/** Every way into the package loads in Jest with ts-jest, which checks the types as `module: commonjs` finds them. */

import { entriesForCommonJs } from './jest-common-js.js';

/** @type {import('../types.js').Check} */
export const tsJest = {
  does: 'every entry in Jest, by import with ts-jest',
  packages: ['ts-jest', 'typescript@5'],
  with: ['jest', '@types/node', '@playwright/test'],
  async run(project) {
    await project.copyProject('ts-jest');
    const entries = await entriesForCommonJs(project);
    const imports = entries.map((entry, place) => `import * as entry${place} from '${entry}';`).join('\n');
    const all = entries.map((_, place) => `entry${place}`).join(', ');
    await project.write('entries.ts', `${imports}\n\nexport const entries = [${all}];\n`);
    await project.run(['jest', '--runInBand', '--testTimeout=60000']);
  },
};
