/**
 * What comes with the package: contract, scenarios, fixtures. It never changes, so all emulators of a process share it.
 *
 * A built package has it prepared under `dist/shipped/` (parsed, checked, validators compiled ahead of time), which
 * saves two thirds of the start. Without a build, as in tests, the sources themselves are read.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compileContract, compileDocument, type Contract, REVISIONS, SPECIFICATION } from '../contract/contract.js';
import type { OpenApiDocument } from '../contract/document.js';
import { once } from '../contract/schema/lazy.js';
import { schemaCompiler, type SchemaCompiler } from '../contract/schema/schema-compiler.js';
import { nearest } from '../contract/suggestions.js';
import { remembering } from '../common/remembering.js';
import { choicesText } from '../contract/variants/choose-variants.js';
import { Contracts } from '../contract/variants/contracts.js';
import { type VariantChanges, type VariantPoint, variantPoints } from '../contract/variants/variant-point.js';
import type { WorldRules } from '../emulator/control/fixtures/check-world.js';
import { fixtureFrom, fixtureOfUsers, loadFixture } from '../emulator/control/fixtures/load-fixture.js';
import { isShippedFixture, SHIPPED_FIXTURES } from '../emulator/control/fixtures/load-fixture.js';
import { mistakeAt } from '../contract/documents/check-document.js';
import { type PreparedDocument, preparedCompiler, readPrepared, specDocument } from '../contract/documents/prepared.js';
import { DocumentError, readDocument, UnreadFileError } from '../contract/documents/read-document.js';
import { isShipped, shippedJson, shippedPath } from '../common/shipped-files.js';
import type { Fixture } from '../emulator/domain/world/model.js';
import { loadScenarios } from '../emulator/scenarios/load-scenarios.js';
import type { Catalogue, Scenario } from '../emulator/scenarios/scenario.js';
import type { ShippedScenarios } from '../emulator/scenarios/shipped-scenarios.js';
import { variantScenario } from '../emulator/scenarios/variant-scenario.js';

/** What `build/prepare.ts` writes to `service.json`. */
interface Prepared extends PreparedDocument {
  readonly variants: readonly VariantPoint[];
  readonly scenarios: readonly Scenario[];
  readonly fixtures: readonly Fixture[];
}

/** What the build has prepared; undefined without a build. */
const preparedService = once(() => readPrepared('service') as Prepared | undefined);

/** The contract of the specification. */
export const shippedContract = once((): Contract => {
  const [document, compiler] = documentOf('service', () => sourceOf('openapi'), preparedService());
  return compileContract(document, compiler);
});

/**
 * A document and the compiler of its schemas. The document is the one that the build has prepared; without a build, it
 * is read from its source.
 * @param prepared what the build has made of the document. Default: it is read from the files of the build
 */
function documentOf(
  name: string,
  readSource: () => OpenApiDocument,
  prepared = readPrepared(name) as PreparedDocument | undefined,
): [document: OpenApiDocument, compiler: SchemaCompiler] {
  if (prepared !== undefined) return [prepared.document, preparedCompiler(name, prepared)];

  const document = readSource();
  return [document, schemaCompiler(document)];
}

/** The source of a contract. It is read only without a build. */
function sourceOf(name: 'openapi' | 'control'): OpenApiDocument {
  return readDocument(shippedPath(`spec/${name}.yaml`)).data as OpenApiDocument;
}

/** The points of the contract that have variants. */
export const shippedVariants = once(
  (): readonly VariantPoint[] => preparedService()?.variants ?? variantPoints(shippedContract().fidelity().points),
);

/** One variant of one point: an alternative behaviour of the service. */
export interface Variant {
  /** The point: `error-body`. */
  readonly point: string;
  /** `problem`. */
  readonly name: string;
  /** Both, as a title or for the command line: `error-body=problem`. */
  readonly title: string;
  /** What the service does in this variant, in a sentence. */
  readonly note: string;
  /** Which consumers break if the service behaves like this. */
  readonly breaks: string;
  /** IDs of the operations whose responses or requests differ. */
  readonly operations: readonly string[];
  /** The choice of this variant alone, for `emulator.sandbox({ variants })`. */
  readonly variants: ShippedScenarios['variant'];
}

/**
 * Every variant of every point, in the contract's order, for tests that run in each of them.
 * @example
 * for (const { title, variants: choices } of variants())
 *   test(`reads users with ${title}`, () => readUsers(emulator.sandbox({ variants: choices })));
 */
export function variants(): Variant[] {
  return shippedVariants().flatMap(({ point, breaks, operations, others }) =>
    others.map(({ name, note }): Variant => {
      const choices = { [point]: name };
      return { point, name, title: choicesText(choices), note, breaks, operations, variants: choices };
    }),
  );
}

/** What changes in the contract in each variant; in a file of its own, because most runs need none. */
export const variantChanges = once((): VariantChanges => specDocument('variants') as VariantChanges);

/** The document of a later revision, which the build has made from the contract and an overlay. */
function revisedDocument(revision: string): OpenApiDocument {
  const file = `dist/revisions/${revision}.json`;
  if (!isShipped(file)) throw new Error(`revision ${revision} has not been built: run "npm run build"`);
  return shippedJson(file) as OpenApiDocument;
}

/** Compiles the contract of a later revision. */
function readRevision(revision: string): Contract {
  const [document, compiler] = documentOf(`service-${revision}`, () => revisedDocument(revision));
  return { ...compileContract(document, compiler), revision };
}

/** The contract, its later revisions and their variants. */
export const shippedContracts = once((): Contracts => {
  const [base, points] = [shippedContract(), shippedVariants()];
  const revised = remembering(readRevision);
  return new Contracts({ base, revisions: REVISIONS, revised, points, changes: variantChanges });
});

/** The contract of a revision. @throws RangeError if there is none of that name */
export function contractOf(revision: string = SPECIFICATION): Contract {
  const contracts = shippedContracts();
  if (!contracts.revisions.includes(revision))
    throw new RangeError(`there is no revision "${revision}"${nearest(revision, contracts.revisions)}`);
  return contracts.of(revision);
}

/** The contract of the control plane. It is in files of its own, because the data plane does not need it. */
export const controlContract = once((): Contract<string> => {
  const [document, compiler] = documentOf('control', () => sourceOf('control'));
  // `String` accepts every ID: the operations of the control plane have no type of their own here.
  return compileDocument(document, compiler, String);
});

/** The scenarios of the package, by their names. */
export const shippedScenarios = once((): Catalogue => {
  const prepared = preparedService();
  if (prepared !== undefined) return catalogueOf(prepared.scenarios);

  const inFiles = loadScenarios(shippedPath('scenarios'), shippedContracts());
  return catalogueOf([...inFiles.values(), variantScenario(shippedVariants())]);
});

/** The scenarios by their names, with the contracts that they were checked against. */
function catalogueOf(scenarios: readonly Scenario[]): Catalogue {
  const byName = new Map(scenarios.map((scenario) => [scenario.name, scenario]));
  return Object.assign(byName, { contracts: shippedContracts() });
}

/**
 * The shipped scenarios, and those of a folder.
 * @throws DocumentError if a file has mistakes, or has the name of a shipped scenario
 */
export function scenariosWith(folder: string | undefined): Catalogue {
  const shipped = shippedScenarios();
  if (folder === undefined) return shipped;

  const inFolder = loadScenarios(folder, shippedContracts());
  const taken = [...inFolder.keys()].find((name) => shipped.has(name));
  if (taken !== undefined) {
    const source = readDocument(join(folder, `${taken}.yaml`));
    throw new DocumentError(source.file, [
      mistakeAt(source, '/name', `a shipped scenario has the name "${taken}"; choose another`),
    ]);
  }

  return catalogueOf([...shipped.values(), ...inFolder.values()]);
}

/** The fixtures of the package. */
const shippedFixtures = once(
  (): readonly Fixture[] => preparedService()?.fixtures ?? SHIPPED_FIXTURES.map(readFixture),
);

/** `sound` has no file: it is `default` without the parties that carry a scenario. */
function readFixture(name: string): Fixture {
  if (name !== 'sound') return loadFixture(shippedPath(`fixtures/${name}.yaml`));

  const { parties, ...fixture } = readFixture('default');
  return { ...fixture, name, parties: parties.filter(({ scenario }) => scenario === undefined) };
}

/**
 * The fixture of a shipped name, of a file, or of values in the form of a fixture file.
 * @param rules what parties are checked against; shipped fixtures are not checked again
 * @throws DocumentError with every mistake
 */
export function fixtureOf(fixture: string | object, rules?: WorldRules): Fixture {
  if (typeof fixture === 'object') return fixtureFrom(fixture, rules);
  if (isShippedFixture(fixture))
    return shippedFixtures().find(({ name }) => name === fixture) ?? fixtureOfUsers(fixture);

  // A text without a dot or a slash is rather a mistyped name of a shipped fixture than a file.
  const mayBeMistyped = /^[\w-]+$/.test(fixture);
  const names = [...SHIPPED_FIXTURES, 'users-1 to users-1000'];
  if (mayBeMistyped && !existsSync(fixture))
    throw new UnreadFileError(fixture, [{ message: `there is no such file${nearest(fixture, names)}` }]);

  return loadFixture(fixture, rules);
}

/** The version of this package. */
export const packageVersion = once((): string => (shippedJson('package.json') as { version: string }).version);
