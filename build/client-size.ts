/**
 * The size of the built client library as its users load it: its main file, minified and compressed. Build and test hold it to
 * one limit. The other file, Node's own HTTP client as a `fetch`, is loaded only on Node.js 16 and for an agent.
 */

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { minifySync } from 'rolldown/utils';

/** In bytes. */
export const LARGEST_CLIENT = 6_000;

/** @returns bytes of the ES module, minified and compressed by gzip */
export function clientSize(root: URL): number {
  const code = readFileSync(new URL('src/client/dist/index.js', root), 'utf8');
  return gzipSync(minifySync('index.js', code, { module: true, compress: { target: 'es2022' } }).code).length;
}
