/** Writes `src/client/contract-types.ts`, the types of the client library, from the contract: `npm run client-types`. */

import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const CONTRACT = new URL('../spec/openapi.yaml', import.meta.url);
const TYPES = new URL('../src/client/contract-types.ts', import.meta.url);

/** The text of the file, as the contract has it now. */
export async function clientTypes() {
  const types = astToString(await openapiTS(readFileSync(CONTRACT, 'utf8'), { emptyObjectsUnknown: true }));
  // A doc comment is a description anyway; editors would show the tag.
  return `/** Made from spec/openapi.yaml by "npm run client-types"; do not edit it by hand. */\n\n${types.replaceAll('@description ', '')}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(TYPES, await clientTypes());
