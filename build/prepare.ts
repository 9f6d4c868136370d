/**
 * Prepares what ships, so that a start only has to read it: applies the overlays to the contract (the later revisions),
 * compiles a validator for every schema, and parses and checks scenarios and fixtures. Writes a JSON file and a folder
 * of validators for each document to `dist/shipped/`, which `src/start/shipped.ts` reads, and puts the built client
 * library into this package, for `id-emulator/client`. With the argument `command`, only what the command line reads.
 */

import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { ValidateFunction } from 'ajv';
import { _ } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { openapiOverlay } from 'openapi-format';
import { minifySync } from 'rolldown/utils';
import { globSync } from 'tinyglobby';
import { shippedSchema } from '../src/common/shipped-files.js';
import { compileContract, compileDocument } from '../src/contract/contract.js';
import type { OpenApiDocument } from '../src/contract/document.js';
import { ajvFor, withAbsoluteReferences, withLinearErrors } from '../src/contract/schema/schema-compiler.js';
import type { SchemaCompiler } from '../src/contract/schema/schema-compiler.js';
import { compileExpectations, expectationDocument } from '../src/verify/compare/expectation-schema.js';
import { specDocument } from '../src/contract/documents/prepared.js';
import { readDocument } from '../src/contract/documents/read-document.js';
import { SHIPPED_FIXTURES } from '../src/emulator/control/fixtures/load-fixture.js';
import * as shipped from '../src/start/shipped.js';
import { clientSize, LARGEST_CLIENT } from './client-size.js';
import { inspectorSize, LARGEST_INSPECTOR } from './inspector-page.js';
import { inAscii } from './ascii-code.js';
import { withQuickTests } from './quick-tests.js';

/** The part of the library's interface that is used; its own types do not say what `resultData` holds. */
const overlay = openapiOverlay as unknown as (
  document: unknown,
  options: { readonly overlaySet: unknown },
) => Promise<{
  readonly data: unknown;
  readonly resultData: { readonly unusedActions: readonly { readonly target: string }[] };
}>;

/** Compiles every schema that the emulator needs of a document, by the given compiler. */
type Compile = (document: OpenApiDocument, compiler: SchemaCompiler) => unknown;

const root = pathToFileURL(`${process.cwd()}/`);
const folder = new URL('dist/shipped/', root);
/** The document for schemas that refer to no document. */
const NO_DOCUMENT = { components: {} } as OpenApiDocument;

const revisions = await applyOverlays();
prepare('service', shipped.shippedContract().document, compileContract, {
  variants: shipped.shippedVariants(),
  scenarios: [...shipped.shippedScenarios().values()],
  fixtures: SHIPPED_FIXTURES.map((name) => shipped.fixtureOf(name)),
});
for (const [name, document] of revisions) prepare(`service-${name}`, document, compileContract);
prepareValidators('expectations', expectationDocument(shipped.shippedContract().document), (_document, compile) => {
  compileExpectations(shipped.shippedContract(), compile);
});
prepareValidators('pact', NO_DOCUMENT, (_document, compile) => compile(shippedSchema('pact')));
prepare('control', shipped.controlContract().document, (document, compile) =>
  compileDocument(document, compile, String),
);
mkdirSync(new URL('conformance/', folder));
for (const name of specsNamed('{variants,audit-{errors,faults,order,runners},mcp-tools,conformance-*,conformance/*}'))
  writeFileSync(new URL(`${name}.json`, folder), JSON.stringify(specDocument(name)));
if (process.argv[2] !== 'command') {
  includeClient();
  holdTo(LARGEST_INSPECTOR, 'the inspector', inspectorSize(root));
}

/** The later revisions of the contract; also written to `dist/revisions/`, for sources that run without a build. */
async function applyOverlays(): Promise<[name: string, document: OpenApiDocument][]> {
  const written = new URL('dist/revisions/', root);
  rmSync(written, { recursive: true, force: true });
  mkdirSync(written, { recursive: true });
  const applied = specsNamed('overlays/*').map(async (file): Promise<[string, OpenApiDocument]> => {
    const name = file.replace('overlays/', '');
    const overlaySet = readDocument(`spec/${file}.yaml`).data;
    const { data, resultData } = await overlay(readDocument('spec/openapi.yaml').data, { overlaySet });
    const [idleAction] = resultData.unusedActions;
    // An action of the overlay finds its place no longer, because somebody has changed the contract.
    if (idleAction !== undefined)
      throw new Error(`spec/${file}.yaml: this action changes nothing: ${idleAction.target}`);

    writeFileSync(new URL(`${name}.json`, written), JSON.stringify(data));

    return [name, data as OpenApiDocument];
  });

  return Promise.all(applied);
}

/** The names of documents in `spec`, without their ending. */
function specsNamed(pattern: string): string[] {
  return globSync(`${pattern}.yaml`, { cwd: 'spec' }).map((file) => file.replace(/\.yaml$/, ''));
}

/** Writes a document, its validators, and other values that are read with it. */
function prepare(name: string, document: OpenApiDocument, compile: Compile, others: object = {}): void {
  prepareValidators(name, document, compile, { document, ...others });
}

/** Writes validators, each into a file of its own, and the JSON file that lists their schemas in the same order. */
function prepareValidators(name: string, document: OpenApiDocument, compile: Compile, others: object = {}): void {
  const schemas = schemasOf(document, compile);
  const validators = new URL(`${name}-validators/`, folder);
  mkdirSync(validators);
  schemas.forEach((text, index) => {
    writeFileSync(new URL(`${index}.cjs`, validators), validatorCode(document, JSON.parse(text)));
  });
  writeFileSync(new URL(`${name}.json`, folder), inAscii(JSON.stringify({ ...others, schemas })));
}

/** Every schema that compiling the document requires, as JSON text. */
function schemasOf(document: OpenApiDocument, compile: Compile): string[] {
  const schemas = new Set<string>();
  compile(document, (schema) => {
    schemas.add(JSON.stringify(schema));
    // The document is only compiled to learn its schemas, and nothing is validated.
    return (() => true) as unknown as ValidateFunction;
  });
  return [...schemas];
}

/** A module that is the validator of a schema; minified, because Node.js alone reads it. */
function validatorCode(document: OpenApiDocument, schema: unknown): string {
  const ajv = ajvFor(document, { code: { source: true, formats: _`require("../formats.cjs")` } });
  const validate = ajv.compile(withAbsoluteReferences(schema) as object);
  const code = withQuickTests(withLinearErrors(standaloneCode.default(ajv, validate)));

  return minifySync('validator.cjs', code, { module: false }).code;
}

/**
 * Puts the built client library into this package. With a dependency on the client's own package, users of the emulator
 * could get another version than the one that was tested.
 */
function includeClient(): void {
  holdTo(LARGEST_CLIENT, 'the client library', clientSize(root));
  const included = new URL('dist/client/', root);
  rmSync(included, { recursive: true, force: true });
  cpSync(new URL('src/client/dist/', root), included, { recursive: true });
}

/** @throws Error if something that must stay small has grown */
function holdTo(largest: number, what: string, size: number): void {
  if (size > largest)
    throw new Error(`${what} has ${size} bytes, minified and compressed; at most ${largest} are allowed`);
}
