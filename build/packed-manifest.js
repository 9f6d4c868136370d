/**
 * Takes the script `prepare` out of package.json while the package is packed, and puts it back. The script builds a
 * clone or a git dependency. A package has nothing left to build, and npm would warn of the script. `node
 * build/packed-manifest.js write` before packing, `node build/packed-manifest.js restore` after.
 */

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const MANIFEST = 'package.json';
const ORIGINAL = '.build/package.json';

if (process.argv[2] === 'restore') {
  renameSync(ORIGINAL, MANIFEST);
} else {
  const text = readFileSync(MANIFEST, 'utf8');
  const manifest = JSON.parse(text);
  // After an interrupted packing, the script is missing already. The kept original must not be overwritten.
  if (manifest.scripts.prepare !== undefined) {
    mkdirSync('.build', { recursive: true });
    writeFileSync(ORIGINAL, text);
    delete manifest.scripts.prepare;
    writeFileSync(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
  }
}
