/**
 * Applies the overlays of `spec/overlays/` (OpenAPI Overlay Specification 1.0) to the contract, and writes the later revisions
 * that come of it to `dist/revisions/`. A package is built with them, so that whoever runs it needs no library for overlays.
 */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { openapiOverlay } from 'openapi-format';
import { parse } from 'yaml';

const overlays = new URL('../spec/overlays/', import.meta.url);
const revisions = new URL('../dist/revisions/', import.meta.url);
rmSync(revisions, { recursive: true, force: true });
mkdirSync(revisions, { recursive: true });
for (const file of readdirSync(overlays)) {
  const name = file.replace(/\.yaml$/, '');
  writeFileSync(
    new URL(`${name}.json`, revisions),
    JSON.stringify(await applied(read(new URL('../spec/openapi.yaml', import.meta.url)), new URL(file, overlays))),
  );
}

/** The document as the overlay leaves it. An action that finds nothing is a mistake here: the contract has changed under it. */
async function applied(document, file) {
  const overlay = read(file);
  const { data, resultData } = await openapiOverlay(document, { overlaySet: overlay });
  const [idle] = resultData.unusedActions;
  if (idle !== undefined) throw new Error(`${file.pathname}: an action changes nothing: ${idle.target}`);
  return data;
}

function read(file) {
  return parse(readFileSync(file, 'utf8'));
}
