/**
 * Finds the mistakes in a scenario file that its schema alone cannot find. Its templates are filled with the defaults
 * of its parameters, with each choice, and with the least and the largest value that a parameter accepts. So what a
 * selection cannot set is refused with the file, and does not fail in the calls of a test.
 */

import { basename } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { mapMembers, mergePatch } from '../../common/json.js';
import { mistakeAt, shapeMistakes } from '../../contract/documents/check-document.js';
import type { Mistake, SourceDocument } from '../../contract/documents/read-document.js';
import type { Operation } from '../../contract/operation.js';
import { nearest } from '../../contract/suggestions.js';
import type { Contracts } from '../../contract/variants/contracts.js';
import { violationSentences, violationsOf } from '../../contract/violation.js';
import { parseDuration } from '../domain/time/duration.js';
import { instant, parseMoment } from '../domain/time/moment.js';
import type { Fault } from './fault.js';
import { fillTemplate, type Parameters, referencedParameters } from './fill-template.js';
import { parameterMistake, parseParameter } from './parse-parameter.js';
import { placeMistake } from './place-mistake.js';
import type { ParameterSpec, Scenario, StepTemplate, When } from './scenario.js';

type OptionalMember = 'parameters' | 'when' | 'steps' | 'breaksContract';

/** The content of a scenario file that its schema accepts. */
export interface ScenarioFile
  extends Omit<Scenario, 'operations' | OptionalMember>, Partial<Pick<Scenario, OptionalMember>> {
  /** Operations and sets of operations; the schema fills in the default. */
  readonly operations: readonly string[];
  readonly fault?: StepTemplate['fault'];
}

/** A mistake: a JSON pointer to it, and what is wrong. */
type MistakesFound = Generator<readonly [pointer: string, message: string]>;

/** Conditions and faults with values in place of parameters. Durations are texts, as in the file. */
interface Filled extends Pick<ScenarioFile, 'fault' | 'steps'> {
  readonly when?: When;
}

/** A file with the operations that it affects. */
type Affecting = Pick<Scenario, 'name' | 'operations'> & Pick<ScenarioFile, 'breaksContract'>;

/**
 * The mistakes in a file that its schema accepts.
 * @param operations the operations that it affects
 * @param validate the validator of scenario files
 */
export function findMistakes(
  source: SourceDocument,
  operations: Scenario['operations'],
  contracts: Contracts,
  validate: ValidateFunction,
): readonly Mistake[] {
  const { when, fault, steps, ...file } = source.data as ScenarioFile;
  const { name, parameters = {} } = file;
  const mistakesAt = (found: Iterable<readonly [pointer: string, message: string]>): Mistake[] =>
    [...found].map(([pointer, message]) => mistakeAt(source, pointer, message));

  // What is wrong with the declarations. The values of parameters are tried only if nothing is.
  const expected = basename(source.file).replace(/\.ya?ml$/, '');
  const misspelt = ['', `rename the file to ${expected}.yaml`] as const;
  const misnamed = ['/name', `expected "${expected}", the name of the file, found "${name}"`] as const;
  const declared = mistakesAt([
    ...(name === expected ? [] : [misnamed]),
    ...(source.file.endsWith('.yml') ? [misspelt] : []),
    ...defaultMistakes(file),
    ...referenceMistakes(source.data as ScenarioFile),
  ]);
  if (declared.length > 0) return declared;

  const defaults = mapMembers(parameters, (spec) => spec.default);
  const filledWith = (values: object): Filled =>
    fillTemplate({ when, fault, steps }, { ...defaults, ...values } as Parameters) as Filled;
  for (const { values, origin } of selectionsOf(parameters)) {
    const { listed } = shapeMistakes({ ...source, data: { ...file, ...filledWith(values) } }, validate);
    if (listed.length > 0) return listed.map((mistake) => ({ ...mistake, message: mistake.message + origin }));
  }

  return mistakesAt(filledMistakes(filledWith({}), { ...file, operations }, contracts));
}

/** Defaults that their own parameter does not accept. */
function* defaultMistakes({ name, parameters = {} }: ScenarioFile): MistakesFound {
  for (const [parameter, spec] of Object.entries(parameters)) {
    if (spec.default === undefined) continue;

    // A selection writes a list as text with commas.
    const given = Array.isArray(spec.default) ? spec.default.join(',') : spec.default;
    const isAccepted = parseParameter(spec, given) !== undefined;
    if (!isAccepted) yield [`/parameters/${parameter}/default`, parameterMistake(name, parameter, spec, given)];
  }
}

/** References to parameters that the file does not declare. */
function* referenceMistakes(file: ScenarioFile): MistakesFound {
  const declared = Object.keys(file.parameters ?? {});
  for (const part of ['when', 'fault', 'steps'] as const)
    for (const name of referencedParameters(file[part] ?? null))
      if (!declared.includes(name)) yield [`/${part}`, `there is no parameter {${name}}${nearest(name, declared)}`];
}

/** Values of parameters to try: none, then each value of each. `origin` says after a mistake where they come from. */
function* selectionsOf(parameters: Scenario['parameters']): Generator<{ values: object; origin: string }> {
  yield { values: {}, origin: ', by default' };
  for (const [parameter, spec] of Object.entries(parameters))
    for (const value of valuesOf(spec))
      yield { values: { [parameter]: value }, origin: `, which the parameter "${parameter}" accepts` };
}

/** Values that a selection may give a parameter: its choices, both ends of its range, or any text. */
function valuesOf({ type, choices, minimum = -1, maximum = 1e15 }: ParameterSpec): readonly unknown[] {
  if (choices !== undefined) return choices;
  if (type === 'integers') return [[minimum]];
  if (type === 'string') return ['any text'];

  return type === 'integer' || type === 'number' ? [minimum, maximum] : [];
}

/**
 * Times that are none or in the wrong order, steps that no call meets, places that no response has, and what silently
 * breaks the contract.
 */
function* filledMistakes(
  { when = {}, fault, steps }: Filled,
  scenario: Affecting,
  contracts: Contracts,
): MistakesFound {
  const expected = 'expected a time (2026-01-31T09:00:00Z) or a duration after the start (10m)';
  const { between = {} } = when;
  for (const [edge, text] of Object.entries(between))
    if (parseMoment(String(text)) === undefined) yield [`/when/between/${edge}`, `${expected}, found "${text}"`];

  // A duration and a date cannot be compared: a sandbox's clock may start at any time.
  const { from, until } = mapMembers(between, (text) => parseMoment(String(text)));
  const areAlike = from !== undefined && until !== undefined && 'at' in from === 'at' in until;
  if (areAlike && instant(from, 0) >= instant(until, 0))
    yield ['/when/between/until', `expected a time after ${between.from}, found ${between.until}`];

  const endless = steps?.findIndex(({ calls }) => calls === undefined) ?? -1;
  if (endless !== -1 && endless < steps!.length - 1)
    yield [`/steps/${endless}`, 'expected a number of calls: without it, no call meets the next step'];

  // A file with a single fault has it at the top. Only a sequence has steps.
  const faults = steps?.map((step, at) => [`/steps/${at}/fault`, step.fault] as const) ?? [['/fault', fault] as const];
  for (const [place, members] of faults)
    for (const [member, message] of faultMistakes(members ?? {}, scenario, contracts))
      yield [`${place}/${member}`, message];
}

/** Faults by their kinds. */
type Faults = { readonly [Kind in Fault['kind']]?: Omit<Extract<Fault, { kind: Kind }>, 'kind'> };

function* faultMistakes(
  { answer, change, delay, merge }: Faults,
  scenario: Affecting,
  contracts: Contracts,
): MistakesFound {
  // An absent end of the range limits nothing.
  const shortest = parseDuration(String(delay?.from)) ?? 0;
  const longest = parseDuration(String(delay?.to)) ?? Infinity;
  if (shortest > longest) yield ['delay/to', `expected ${delay!.from} or more, found ${delay!.to}`];

  const misplaced = placeMistake(change ?? {}, scenario, contracts);
  if (misplaced !== undefined) yield ['change', misplaced];

  const remedy = 'add "breaksContract: true" if this is intended';
  for (const id of scenario.breaksContract ? [] : scenario.operations) {
    const operation = contracts.base.operations.get(id)!;
    const violations = merge === undefined ? '' : violationsAfter(merge.patch, operation);
    if (violations !== '') yield ['merge/patch', `it breaks the contract of ${id}; ${remedy}. ${violations}`];
    if (answer !== undefined && !operation.responses.has(answer.status))
      yield ['answer/status', `the contract has no status ${answer.status} for ${id}; ${remedy}`];
  }
}

/** How a patch violates the contract in an example of each successful response; empty if it does not. */
function violationsAfter(patch: unknown, { responses }: Operation): string {
  const violations = [...responses].flatMap(([status, { examples, validateBody }]) => {
    const [example] = examples.values();
    if (status >= 400 || example === undefined || validateBody === undefined) return [];

    const isValid = validateBody(mergePatch(example, patch));
    return isValid ? [] : violationsOf(validateBody.errors ?? [], 'body');
  });
  return violationSentences(violations);
}
