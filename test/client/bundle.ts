/** Bundles a program as a consumer's build does. */

import { rolldown } from 'rolldown';
import { PROJECT } from '../project.js';

/** The main file of the minified bundle of a program that consists of this text. */
export async function bundle(program: string, platform: 'browser' | 'neutral' | 'node'): Promise<string> {
  const warnings: string[] = [];
  await using build = await rolldown({
    input: 'program',
    cwd: PROJECT,
    platform,
    transform: { target: 'es2022' },
    onLog: (level, { message }) => {
      if (level === 'warn') warnings.push(message);
    },
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === 'program' ? `${PROJECT}/program.js` : null),
        load: (id) => (id === `${PROJECT}/program.js` ? program : null),
      },
    ],
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
  return output[0].code;
}
