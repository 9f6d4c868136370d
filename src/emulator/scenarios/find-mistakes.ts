/** Finds the mistakes in a scenario file that its schema cannot find. */

import { basename } from 'node:path';
import { membersOf } from '../../common/json.js';
import type { Contract } from '../../contract/contract.js';
import { OPERATION_SETS } from '../../contract/operation-sets.js';
import { nearest } from '../../contract/suggestions.js';
import { mistakeAt } from '../../contract/documents/check-document.js';
import type { Mistake, SourceDocument } from '../../contract/documents/read-document.js';
import { parseMoment } from '../domain/time/moment.js';
import { referencedParameters } from './fill-template.js';
import { parameterMistake, parseParameter } from './parse-parameter.js';
import type { Scenario, StepTemplate } from './scenario.js';

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

/** The mistakes in the name, the operations, parameters, references and moments of a file that its schema accepts. */
export function findMistakes(source: SourceDocument, contract: Contract): Mistake[] {
  const file = source.data as ScenarioFile;
  const operations: readonly string[] = [...contract.operations.keys()];
  const found = [
    ...nameMistakes(file, basename(source.file, '.yaml')),
    ...operationMistakes(file, [...OPERATION_SETS, ...operations]),
    ...namedOperationMistakes(file, operations),
    ...defaultMistakes(file),
    ...referenceMistakes(file),
    ...momentMistakes(file),
  ];

  return found.map(([pointer, message]) => mistakeAt(source, pointer, message));
}

/** Finds a name that is not the name of the file. */
function* nameMistakes({ name }: ScenarioFile, expected: string): MistakesFound {
  if (name !== expected) yield ['/name', `expected "${expected}", the name of the file, found "${name}"`];
}

/** Names that are neither an operation nor a set of operations. */
function* operationMistakes({ operations }: ScenarioFile, known: readonly string[]): MistakesFound {
  for (const [index, name] of operations.entries()) {
    if (known.includes(name)) continue;
    const message = `there is no operation or set of operations "${name}"${nearest(name, known)}`;
    yield [`/operations/${index}`, message];
  }
}

/** Operations that a condition or a hold names, but the contract does not have. No call would ever match. */
function* namedOperationMistakes(file: ScenarioFile, known: readonly string[]): MistakesFound {
  const { when = {}, fault, steps = [] } = file;
  const named = [
    ['/when/request/operation', when.request?.operation],
    ['/fault/hold/of', membersOf(fault?.['hold'])['of']],
    ...steps.map((step, at) => [`/steps/${at}/fault/hold/of`, membersOf(step.fault?.['hold'])['of']] as const),
  ] as const;

  for (const [pointer, name] of named) {
    // A name such as `{operation}` refers to a parameter, whose value is known only later.
    if (typeof name !== 'string' || name.startsWith('{') || known.includes(name)) continue;

    yield [pointer, `there is no operation "${name}"${nearest(name, known)}`];
  }
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

/** Moments that are neither times nor durations nor parameters. */
function* momentMistakes({ when: { between = {} } = {} }: ScenarioFile): MistakesFound {
  const expected = 'expected a time (2026-01-31T09:00:00Z) or a duration after the start (10m)';
  for (const [edge, text] of Object.entries(between))
    // `{from}` refers to a parameter.
    if (!text.startsWith('{') && parseMoment(text) === undefined)
      yield [`/when/between/${edge}`, `${expected}, found "${text}"`];
}

/** Alterations of a response that no schema accepts. */
const BREAKING_ALTERATIONS: readonly string[] = ['unknown-enum', 'numbers-as-strings'];

/** A mistake for each fault that breaks the contract, unless the scenario sets `breaksContract`. */
export function contractMistakes(source: SourceDocument, scenario: Scenario, contract: Contract): Mistake[] {
  if (scenario.breaksContract) return [];

  const isSequence = 'steps' in (source.data as object);
  return scenario.steps.flatMap((step, index) => {
    // A file with a single fault has it at the top. Only a sequence has steps.
    const place = isSequence ? `/steps/${index}` : '';
    return [...breachesOf(step, scenario, contract)].map(([member, reason]) =>
      mistakeAt(source, `${place}/fault/${member}`, `${reason}; add "breaksContract: true" if this is intended`),
    );
  });
}

/** The members of a fault that break the contract, each with the reason. */
function* breachesOf({ fault = {} }: StepTemplate, { operations }: Scenario, contract: Contract): MistakesFound {
  // A status may be a `{parameter}`.
  const { answer, body, alter, change } = fault as {
    readonly answer?: { readonly status: number | string; readonly text?: string };
    readonly body?: { readonly as: string };
    readonly alter?: { readonly how: string };
    readonly change?: { readonly missing?: unknown };
  };
  if (body !== undefined) yield ['body/as', `the contract has no response with the body "${body.as}"`];
  if (alter !== undefined && BREAKING_ALTERATIONS.includes(alter.how))
    yield ['alter/how', `"${alter.how}" makes responses that the contract does not allow`];
  if (change?.missing !== undefined) yield ['change/missing', 'the contract may require what is left out'];
  if (answer === undefined) return;

  const { status, text } = answer;
  if (text !== undefined) yield ['answer/text', 'the contract has no response with a text'];
  if (typeof status !== 'number') return;

  // The operations whose responses in the contract do not have the status.
  const lacking = operations.filter((id) => contract.operations.get(id)?.responses.has(status) !== true);
  if (lacking.length > 0) yield ['answer/status', `the contract has no status ${status} for ${lacking.join(', ')}`];
}
