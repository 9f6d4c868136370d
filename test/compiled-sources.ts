/**
 * The sources as tests import them: compiled once, into `.build/compiled`, and loaded by Node.js itself. Vitest would
 * compile them for each project, hand them to each process one by one, and put a getter between an import and its use.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown, type Plugin as BundlerPlugin } from 'rolldown';
import { globSync } from 'tinyglobby';
import type { Plugin } from 'vite';

const SOURCES = resolve('src');
const COMPILED = resolve('.build/compiled');

/** Compiles the sources, each file to one of its own. */
export async function compileSources(): Promise<void> {
  const input = globSync('src/**/*.ts', { ignore: ['src/inspector/**', '**/{dist,node_modules}/**', '**/*.d.ts'] });
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: /^(?![./]|[a-z]:)/i,
    treeshake: false,
    transform: { target: 'node20.19' },
    plugins: [ownAddress],
  });
  const { output } = await bundle.generate({
    dir: COMPILED,
    preserveModules: true,
    preserveModulesRoot: SOURCES,
    sourcemap: 'inline',
  });
  await bundle.close();

  for (const file of output) if (file.type === 'chunk') writeChanged(join(COMPILED, file.fileName), file.code);
}

/** Source files find others beside them, and know that they are sources. */
const ownAddress: BundlerPlugin = {
  name: 'own-address',
  transform: {
    filter: { code: 'import.meta.url' },
    // The lines stay, so that stack traces need no other map.
    handler: (code, id) => ({
      code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
      map: null,
    }),
  },
};

/** Another run may read the file at this moment. */
function writeChanged(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;

  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Makes tests import what is compiled. */
export const compiledSources: Plugin = {
  name: 'compiled-sources',
  enforce: 'pre',
  resolveId: (source, importer) => {
    if (importer === undefined || !source.startsWith('.')) return undefined;

    const path = resolve(dirname(importer), source);
    const compiled = path.replace(SOURCES, COMPILED);
    const isCompiled = existsSync(compiled) && existsSync(path.replace(/\.js$/, '.ts'));
    return isCompiled ? { id: compiled, external: true } : undefined;
  },
};
