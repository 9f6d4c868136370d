/**
 * The size of the built client library as its users load it: what its entry for platforms other than Node.js imports at
 * once, minified and compressed. Build and test hold it to one limit. What only failures, whole lists and many links
 * need is loaded with the first of them, and Node's own HTTP client on Node.js 16, for an agent and for a proxy.
 */

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { minifySync } from 'rolldown/utils';

/** In bytes. */
export const LARGEST_CLIENT = 6_000;

/** @returns bytes of the ES modules, minified and compressed by gzip */
export function clientSize(root: URL): number {
  const files = new Set(['./index.js']);
  let code = '';
  for (const file of files) {
    const module = readFileSync(new URL(`src/client/dist/edge/${file}`, root), 'utf8');
    // The loop over the set also visits the files that are added meanwhile.
    for (const [, imported] of module.matchAll(/^(?:import|export) .*from "(.*)";$/gm)) files.add(imported!);
    code += minifySync(file, module, { module: true, compress: { target: 'es2022' } }).code;
  }

  return gzipSync(code).length;
}
