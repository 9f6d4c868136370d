/** What comes with the package. It never changes, so all emulators of a process share it. */

import { readFileSync } from 'node:fs';
import { compileContract, type Contract } from './contract/contract.js';
import type { OpenApiDocument } from './contract/document.js';
import { readDocument } from './documents/read-document.js';
import { shippedPath } from './documents/shipped-files.js';
import type { Fixture } from './domain/world/fixture.js';
import { loadFixture } from './fixture/load-fixture.js';
import { loadScenarios } from './scenario/load-scenarios.js';
import type { Catalogue } from './scenario/scenario.js';

/** The names of the fixtures that come with the package. */
export const SHIPPED_FIXTURES: readonly string[] = ['default', 'empty'];

export const shippedContract = once((): Contract => compileContract(readDocument(shippedPath('spec/openapi.yaml')).data as OpenApiDocument));

export const shippedScenarios = once((): Catalogue => loadScenarios(shippedPath('scenarios')));

export const packageVersion = once((): string => (JSON.parse(readFileSync(shippedPath('package.json'), 'utf8')) as { version: string }).version);

const shippedFixtures = new Map(SHIPPED_FIXTURES.map((name) => [name, once((): Fixture => loadFixture(shippedPath(`fixtures/${name}.yaml`)))]));

/**
 * The fixture of a shipped name, or of a file.
 * @throws DocumentError where a file has mistakes
 */
export function fixtureOf(nameOrFile: string): Fixture {
  return shippedFixtures.get(nameOrFile)?.() ?? loadFixture(nameOrFile);
}

/** Makes a value when it is first asked for. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
