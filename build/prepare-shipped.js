/**
 * Second step of the build: parses, checks and compiles what comes with the package, so that start does not have to.
 * Writes `dist/shipped/shipped.json` and `dist/shipped/validators.cjs`, which `src/shipped.ts` reads.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { compileContract } from '../dist/contract/contract.js';
import { ajvFor, withAbsoluteReferences } from '../dist/contract/schema-compiler.js';

const folder = new URL('../dist/shipped/', import.meta.url);
rmSync(folder, { recursive: true, force: true });

// Imported after the old result is gone: it would be read instead of the sources.
const { fixtureOf, shippedContract, shippedScenarios, SHIPPED_FIXTURES } = await import('../dist/shipped.js');

const { document } = shippedContract();
const schemas = schemasOf(document);

mkdirSync(folder);
writeFileSync(new URL('validators.cjs', folder), validatorsCode(document, schemas));
writeFileSync(
  new URL('shipped.json', folder),
  JSON.stringify({ document, scenarios: [...shippedScenarios().values()], fixtures: SHIPPED_FIXTURES.map(fixtureOf), schemas }),
);

/** Every schema that compiling the contract asks for, as JSON text. */
function schemasOf(contractDocument) {
  const asked = new Set();
  compileContract(contractDocument, (schema) => {
    asked.add(JSON.stringify(schema));
    return () => true;
  });
  return [...asked];
}

/** A module with one validator for each schema. */
function validatorsCode(contractDocument, texts) {
  const ajv = ajvFor(contractDocument, { code: { source: true } });
  const names = {};
  texts.forEach((text, place) => {
    ajv.addSchema(withAbsoluteReferences(JSON.parse(text)), `v${place}`);
    names[`v${place}`] = `v${place}`;
  });
  return standaloneCode.default(ajv, names);
}
