/** Writes the client library with all mutants of StrykerJS in it; the variable __STRYKER_ACTIVE_MUTANT__ switches one on. */

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createInjector } from 'typed-inject';
import { commonTokens } from '@stryker-mutator/api/plugin';
import { createInstrumenter } from '@stryker-mutator/instrumenter';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const SOURCE = join(HERE, '../../src/client');
const BUILD = join(HERE, 'build');

/** Retries, access tokens and paging. */
const MUTATED = ['transport/retry.ts', 'transport/call.ts', 'tokens.ts', 'lists.ts', 'pages.ts'];

rmSync(BUILD, { recursive: true, force: true });
mkdirSync(BUILD);
cpSync(SOURCE, join(BUILD, 'source'), {
  recursive: true,
  filter: (file) => !/node_modules|\/dist(?:\/|$)|reference/.test(file),
});

const silent = Object.fromEntries(
  ['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((level) => [level, () => undefined]),
);
const logger = { ...silent, isTraceEnabled: () => false, isDebugEnabled: () => false };
const injector = createInjector()
  .provideValue(commonTokens.logger, logger)
  .provideValue(commonTokens.getLogger, () => logger);
const instrumenter = injector.injectFunction(createInstrumenter);
const files = MUTATED.map((name) => ({
  name,
  mutate: true,
  content: readFileSync(join(BUILD, 'source', name), 'utf8'),
}));
const { files: instrumented, mutants } = await instrumenter.instrument(files, {
  plugins: null,
  excludedMutations: [],
  ignorers: [],
  noHeader: false,
});
for (const { name, content } of instrumented) writeFileSync(join(BUILD, 'source', name), content);

// The package has rolldown already; this folder needs none of its own.
const { rolldown } = await import(createRequire(join(HERE, '../../package.json')).resolve('rolldown'));
const bundle = await rolldown({ input: join(BUILD, 'source/index.ts'), platform: 'node', tsconfig: false });
await bundle.write({ dir: join(BUILD, 'client'), format: 'esm', entryFileNames: '[name].mjs' });

writeFileSync(
  join(BUILD, 'mutants.json'),
  JSON.stringify(
    mutants.map(({ id, fileName, location: { start }, mutatorName, replacement }) => ({
      id,
      at: `${basename(fileName)}:${start.line + 1}:${start.column + 1}`,
      mutator: mutatorName,
      replacement,
    })),
    undefined,
    1,
  ),
);
console.log(`${mutants.length} mutants`);
