/** Puts the page and the styles of the inspector beside its script: a plugin of the bundler. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { transform } from 'lightningcss';
import type { Rolldown } from 'tsdown';

const SOURCE = 'src/inspector';

/** Files that are served as they are. */
const COPIED = ['index.html', 'icon.svg'];

/** The most bytes that the page, its styles and its script may have together, compressed. */
export const LARGEST_INSPECTOR = 40_000;

/** What a browser loads to show the page. */
const LOADED = [...COPIED, 'main.css', 'main.js'];

/** A plugin of the bundler. */
export function inspectorPage(): Rolldown.Plugin {
  return {
    name: 'inspector-page',
    buildStart() {
      for (const file of COPIED) this.addWatchFile(join(SOURCE, file));
      for (const file of styleSheets()) this.addWatchFile(file);
    },
    generateBundle() {
      for (const file of COPIED)
        this.emitFile({ type: 'asset', fileName: file, source: readFileSync(join(SOURCE, file), 'utf8') });
      this.emitFile({ type: 'asset', fileName: 'main.css', source: minifiedStyles() });
    },
  };
}

/** @returns bytes of the page and all that it loads, each compressed by gzip */
export function inspectorSize(root: URL): number {
  const sizes = LOADED.map((file) => gzipSync(readFileSync(new URL(`dist/inspector/${file}`, root))).length);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The style sheets in the order of their names: `0-colours.css` comes before the files that use the colours. */
function styleSheets(): string[] {
  const names = readdirSync(join(SOURCE, 'style')).toSorted();
  return names.map((name) => join(SOURCE, 'style', name));
}

function minifiedStyles(): Uint8Array {
  const code = Buffer.concat(styleSheets().map((file) => readFileSync(file)));
  return transform({ filename: 'main.css', code, minify: true }).code;
}
