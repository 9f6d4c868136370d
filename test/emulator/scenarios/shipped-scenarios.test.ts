/** The names of scenarios and their parameters are types. */

import { expect, expectTypeOf, test } from 'vitest';
import { scenarioTypes } from '../../../build/scenario-types.js';
import { type RuleId, type SandboxControl, startEmulator } from '../../../src/index.js';
import { RULES } from '../../../src/emulator/judge/rules.js';
import { controlContract } from '../../../src/start/shipped.js';
import { shippedScenarios } from '../../../src/start/shipped.js';

test('the build generates the types of every shipped scenario and of each of its parameters', () => {
  const names = scenarioTypes().matchAll(/^(?: {2}| {4})readonly '?([\w-]+)'?(\?)?:/gm);
  const generated = [...names].map(([, name, isParameter]) => (isParameter === undefined ? name : `;${name}`));
  const shipped = [...shippedScenarios().values()].flatMap(({ name, parameters }) => [
    name,
    ...Object.keys(parameters).map((parameter) => `;${parameter}`),
  ]);
  expect(generated.toSorted()).toEqual(shipped.toSorted());
});

test('a typo in the name of a scenario, a parameter, an operation, a variant or a rule does not compile', async () => {
  await using emulator = await startEmulator();
  const { defaultSandbox: sandbox } = emulator;
  expect(sandbox.use('rate-limit-burst', { burst: 2 })).toMatchObject({ parameters: { burst: 2 } });
  // @ts-expect-error no such scenario
  expect(() => sandbox.use('rate-limit-burts')).toThrow('did you mean "rate-limit-burst"?');
  // @ts-expect-error no such parameter
  expect(() => sandbox.use('rate-limit-burst', { brust: 2 })).toThrow('did you mean "burst"?');
  // @ts-expect-error a parameter of another type
  expect(() => sandbox.use('rate-limit-burst', { burst: '2' })).toThrow('takes an integer');
  // @ts-expect-error no such operation
  expect(() => sandbox.requests({ operation: 'getUzers' })).toThrow('did you mean "getUsers"?');
  // @ts-expect-error no such variant
  expect(() => emulator.sandbox({ variants: { 'error-body': 'problems' } })).toThrow('did you mean "problem"?');
  // @ts-expect-error no such rule
  expect(sandbox.behaviour().verdicts.filter(({ rule }) => rule === 'wait-as-tld')).toEqual([]);
  expectTypeOf<'wait-as-told'>().toExtend<RuleId>();
});

test('a scenario of any name can be activated by sandbox.scenarios.use()', () => {
  expectTypeOf<string>().toExtend<Parameters<SandboxControl['scenarios']['use']>[0]>();
});

test('each ID of a rule has a rule', () => {
  const { RuleId: ids } = controlContract().document.components['schemas'] as { RuleId: { enum: string[] } };
  expect(RULES.map(({ id }) => id)).toEqual(ids.enum);
});
