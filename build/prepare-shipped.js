/**
 * Second step of the build: parses, checks and compiles what comes with the package, so that start does not have to.
 * Writes a JSON file and a folder of validators for each contract into `dist/shipped/`, which `src/shipped.ts` reads.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { _ } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { buildSync, transformSync } from 'esbuild';

const folder = new URL('../dist/shipped/', import.meta.url);
const tools = new URL('../dist/preparation/', import.meta.url);
rmSync(folder, { recursive: true, force: true });
const root = fileURLToPath(new URL('..', import.meta.url));
const bundling = { absWorkingDir: root, bundle: true, packages: 'external', platform: 'node', target: 'node20.19' };
buildSync({
  ...bundling,
  entryPoints: [
    'src/contract/contract.ts',
    'src/contract/revisions.ts',
    'src/contract/schema-compiler.ts',
    'src/shipped.ts',
  ],
  outdir: 'dist/preparation',
  entryNames: '[name]',
  splitting: true,
  format: 'esm',
});

// Imported after the old result is gone: it would be read instead of the sources.
const { compileContract, compileDocument } = await import(new URL('contract.js', tools));
const { REVISIONS } = await import(new URL('revisions.js', tools));
const { ajvFor, withAbsoluteReferences } = await import(new URL('schema-compiler.js', tools));
const {
  controlContract,
  fixtureOf,
  revisedDocument,
  shippedContract,
  shippedScenarios,
  shippedVariants,
  SHIPPED_FIXTURES,
  variantChanges,
} = await import(new URL('shipped.js', tools));

mkdirSync(folder);
buildSync({
  ...bundling,
  stdin: {
    contents:
      "import { fullFormats } from 'ajv-formats/dist/formats.js'; import { contractFormats } from './src/contract/formats.ts'; module.exports = contractFormats(fullFormats);",
    resolveDir: root,
  },
  outfile: 'dist/shipped/formats.cjs',
  format: 'cjs',
});
const service = shippedContract().document;
prepare('service', service, compileContract, {
  variants: shippedVariants(),
  scenarios: [...shippedScenarios().values()],
  fixtures: SHIPPED_FIXTURES.map(fixtureOf),
});
for (const revision of REVISIONS) prepare(`service-${revision}`, revisedDocument(revision), compileContract);
writeFileSync(new URL('variants.json', folder), JSON.stringify(variantChanges()));
const control = controlContract().document;
prepare('control', control, (document, compile) => compileDocument(document, compile, String));
rmSync(tools, { recursive: true });

/** Writes a document, its validators and what else goes with it. */
function prepare(name, document, compileAll, others = {}) {
  const schemas = schemasOf(document, compileAll);
  const validators = new URL(`${name}-validators/`, folder);
  mkdirSync(validators);
  schemas.forEach((text, place) => {
    writeFileSync(new URL(`${place}.cjs`, validators), validatorCode(document, JSON.parse(text)));
  });
  writeFileSync(new URL(`${name}.json`, folder), JSON.stringify({ document, schemas, ...others }));
}

/** Every schema that compiling the document asks for, as JSON text. */
function schemasOf(document, compileAll) {
  const asked = new Set();
  compileAll(document, (schema) => {
    asked.add(JSON.stringify(schema));
    return () => true;
  });
  return [...asked];
}

/** A module that is the validator of a schema; minified, because Node.js alone reads it. */
function validatorCode(document, schema) {
  const ajv = ajvFor(document, { code: { source: true, formats: _`require("../formats.cjs")` } });
  const validate = ajv.compile(withAbsoluteReferences(schema));
  return transformSync(standaloneCode.default(ajv, validate), { minify: true, target: 'node20.19' }).code;
}
