/** Pacts may use the names that every JavaScript object inherits: a verification treats them like any other. */

import { expect, test } from 'vitest';
import { defineState, type ProviderState } from '../../src/pact/states/provider-state.js';
import { findState } from '../../src/pact/states/find-state.js';
import { loadStates } from '../../src/pact/states/load-states.js';
import { sandboxOptionsFor, setUpStates } from '../../src/pact/states/set-up-states.js';
import { providerStates } from '../../src/pact/states/shipped-states.js';
import type { StateSandbox } from '../../src/pact/states/state-sandbox.js';
import { shippedContract } from '../../src/start/shipped.js';
import { hrefOf } from '../../src/verify/broker/hal-resource.js';
import { prepareComparison } from '../../src/verify/compare/compare-with-contract.js';
import { verifyPactsBy } from '../../src/verify/verify-pacts.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { AUTHORIZED, pactV3, pactV4, usersInteraction } from '../pact/pact-documents.js';
import { writtenPact } from '../pact/written-pacts.js';
import { statusVerifier } from './corpus/status-verifier.js';

const INHERITED = Object.getOwnPropertyNames(Object.prototype);

function bodyWith(name: string): object {
  // A computed name, because JavaScript gives `__proto__` in a literal another meaning.
  return { [name]: 'x', inner: { [name]: ['y'] } };
}

function codesOf(response: object): string[] {
  const pact = writtenPact('4.0', {
    request: { method: 'GET', path: '/api/v1/institutions/me/users', headers: AUTHORIZED },
    response,
  });
  const { compare } = prepareComparison(shippedContract());
  return compare(pact.interactions[0]!).map(({ code }) => code);
}

test('a failed interaction that expects members with inherited names is reported with the others', async () => {
  const interactions = INHERITED.flatMap((name) => [
    usersInteraction(404, { description: `expected ${name}`, response: { status: 404, body: bodyWith(name) } }),
    usersInteraction(418, {
      description: `sent ${name}`,
      request: {
        method: 'POST',
        path: '/api/v1/verification/generate-link',
        query: { [name]: ['1'] },
        headers: { ...AUTHORIZED, [name.replaceAll('_', '-')]: '1' },
        body: bodyWith(name),
      },
    }),
  ]);
  await using folder = await temporaryFolder({
    'a.json': pactV3([...interactions, usersInteraction(200, { description: 'passes' })]),
  });
  const { counts, pacts } = await verifyPactsBy(statusVerifier(), { pacts: [folder.path] });
  expect(counts).toEqual({ passed: 1, failed: interactions.length, pending: 0 });
  expect(pacts[0]!.interactions.flatMap(({ failures }) => failures.filter(({ kind }) => kind === 'internal'))).toEqual(
    [],
  );
});

test('a passing interaction with inherited names is covered like any other', async () => {
  await using folder = await temporaryFolder({
    'a.json': pactV4(
      INHERITED.map((name) => usersInteraction(200, { response: { status: 200, body: wrapped(name) } })),
    ),
  });
  const { pacts } = await verifyPactsBy(statusVerifier(), { pacts: [folder.path] });
  for (const { failures, warnings } of pacts[0]!.interactions) {
    expect(failures.map(({ code }) => code)).toEqual(['response.body.unknown-member']);
    expect(warnings).toEqual([]);
  }
});

function wrapped(name: string): object {
  return { content: { [name]: 'x' }, contentType: 'application/json', encoded: false };
}

test('a matcher with an inherited name is one that nobody knows', () => {
  for (const match of INHERITED) {
    const rules = { body: { '$.pagination.total': { matchers: [{ match }] } } };
    const body = { content: { pagination: { total: 'many' } }, contentType: 'application/json', encoded: false };
    expect(codesOf({ status: 200, body, matchingRules: rules }), match).toContain('response.body.invalid');
  }
});

test('a class of statuses with an inherited name is one that no response has', () => {
  for (const status of INHERITED) {
    const rules = { status: { matchers: [{ match: 'statusCode', status }] } };
    expect(codesOf({ status: 200, matchingRules: rules }), status).toEqual(['response.status.unknown']);
  }
});

test('no true or false is an inherited name', () => {
  const state = defineState({
    name: 'switch',
    summary: 'A switch.',
    sentences: ['the switch is {on}'],
    parameters: { on: { type: 'boolean', description: 'Whether it is on.' } },
    setUp: () => undefined,
  }) as unknown as ProviderState;
  expect(() => findState([state], { name: 'the switch is {on}', params: { on: 'constructor' } })).toThrow(
    'parameter "on" takes true or false, not "constructor"',
  );
});

test('a parameter of a state with an inherited name is missing if the pact has none', () => {
  for (const name of INHERITED) {
    const state: ProviderState = {
      name: 'own',
      summary: 'Has a parameter.',
      sentences: ['it is so'],
      parameters: Object.fromEntries([[name, { type: 'text', description: 'A text.' }]]),
      setUp: () => undefined,
    };
    expect(() => findState([state], { name: 'it is so', params: {} }), name).toThrow(`parameter "${name}" is missing`);
    const given = { name: 'it is so', params: Object.fromEntries([[name, 'x']]) };
    expect(Object.entries(findState([state], given).parameters), name).toEqual([[name, 'x']]);
  }
});

test('values and options of states may have inherited names', async () => {
  for (const name of INHERITED) {
    const state: ProviderState = {
      name: 'own',
      summary: 'Has values.',
      sentences: ['it is so'],
      parameters: {},
      opensWith: Object.fromEntries([[name, 1]]),
      setUp: () => ({ values: Object.fromEntries([[name, 'x']]), replacements: Object.fromEntries([[name, 'y']]) }),
    };
    const given = [{ name: 'it is so', params: {} }];
    const { values, replacements } = await setUpStates(given, [state], {} as StateSandbox);
    expect(Object.entries(values), name).toEqual([[name, 'x']]);
    expect(Object.entries(replacements), name).toEqual([[name, 'y']]);
    expect(Object.entries(sandboxOptionsFor(given, [state])), name).toEqual([[name, 1]]);
  }
});

test('a place of an alias with an inherited name has to be used', async () => {
  for (const name of INHERITED) {
    await using folder = await temporaryFolder({ 'states.yaml': `'it is {${name}}': a party exists\n` });
    await expect(loadStates(`${folder.path}/states.yaml`, providerStates), name).rejects.toThrow(
      `no state and no parameter contains its place {${name}}`,
    );
  }
});

test('an alias cannot set a parameter with an inherited name that its state does not have', async () => {
  for (const name of INHERITED) {
    const alias = `it is so:\n  state: a party exists\n  parameters: { ${JSON.stringify(name)}: x }\n`;
    await using folder = await temporaryFolder({ 'states.yaml': alias });
    await expect(loadStates(`${folder.path}/states.yaml`, providerStates), name).rejects.toThrow(
      `has no parameter "${name}"`,
    );
  }
});

test('a link of a broker keeps a placeholder with an inherited name', () => {
  const href = 'http://broker.example/{constructor}/{provider}';
  expect(hrefOf({ _links: { a: { href } } }, 'a', { provider: 'p' })).toBe('http://broker.example/{constructor}/p');
});
