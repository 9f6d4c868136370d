/** Finds the mistakes in a scenario file that its schema cannot find. */

import { basename } from 'node:path';
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

/** A scenario file as its schema accepts it. */
export interface ScenarioFile
  extends Omit<Scenario, 'operations' | OptionalMember>, Partial<Pick<Scenario, OptionalMember>> {
  /** Operations and sets of operations; the schema fills in the default. */
  readonly operations: readonly string[];
  readonly fault?: StepTemplate['fault'];
}

/** The mistakes in the name, the operations, parameters, references and moments of a file that its schema accepts. */
export function findMistakes(source: SourceDocument, contract: Contract): Mistake[] {
  const file = source.data as ScenarioFile;
  return [
    ...nameMistakes(source, file),
    ...operationMistakes(source, file, contract),
    ...namedOperationMistakes(source, file, contract),
    ...defaultMistakes(source, file),
    ...referenceMistakes(source, file),
    ...momentMistakes(source, file),
  ];
}

function nameMistakes(source: SourceDocument, { name }: ScenarioFile): Mistake[] {
  const expected = basename(source.file, '.yaml');
  if (name === expected) return [];
  return [mistakeAt(source, '/name', `expected "${expected}", the name of the file, found "${name}"`)];
}

/** Names that are neither an operation nor a set of operations. */
function operationMistakes(source: SourceDocument, { operations }: ScenarioFile, contract: Contract): Mistake[] {
  const known: readonly string[] = [...OPERATION_SETS, ...contract.operations.keys()];
  return operations.flatMap((name, index) => {
    if (known.includes(name)) return [];
    const mistake = `there is no operation or set of operations "${name}"${nearest(name, known)}`;
    return [mistakeAt(source, `/operations/${index}`, mistake)];
  });
}

/** Operations that a condition or a hold names, but the contract does not have. No call would ever match. */
function namedOperationMistakes(
  source: SourceDocument,
  { when = {}, fault, steps = [] }: ScenarioFile,
  contract: Contract,
): Mistake[] {
  const known: readonly string[] = [...contract.operations.keys()];
  const ofHold = (faults: StepTemplate['fault']): string | undefined =>
    (faults?.['hold'] as { readonly of?: string } | undefined)?.of;
  const named: (readonly [pointer: string, name: string | undefined])[] = [
    ['/when/request/operation', when.request?.operation],
    ['/fault/hold/of', ofHold(fault)],
    ...steps.map((step, at) => [`/steps/${at}/fault/hold/of`, ofHold(step.fault)] as const),
  ];

  return named.flatMap(([pointer, name]) => {
    if (name === undefined || name.startsWith('{') || known.includes(name)) return [];
    return [mistakeAt(source, pointer, `there is no operation "${name}"${nearest(name, known)}`)];
  });
}

/** Defaults that their own parameter does not accept. */
function defaultMistakes(source: SourceDocument, { name, parameters = {} }: ScenarioFile): Mistake[] {
  return Object.entries(parameters).flatMap(([parameter, spec]) => {
    if (spec.default === undefined) return [];
    const given = Array.isArray(spec.default) ? spec.default.join(',') : spec.default;
    if (parseParameter(spec, given) !== undefined) return [];
    const mistake = parameterMistake(name, parameter, spec, given);
    return [mistakeAt(source, `/parameters/${parameter}/default`, mistake)];
  });
}

/** References to parameters that the file does not declare. */
function referenceMistakes(source: SourceDocument, file: ScenarioFile): Mistake[] {
  const declared = Object.keys(file.parameters ?? {});
  return (['when', 'fault', 'steps'] as const).flatMap((part) =>
    referencedParameters(file[part] ?? null)
      .filter((name) => !declared.includes(name))
      .map((name) => mistakeAt(source, `/${part}`, `there is no parameter {${name}}${nearest(name, declared)}`)),
  );
}

/** Moments that are neither times nor durations nor parameters. */
function momentMistakes(source: SourceDocument, { when: { between = {} } = {} }: ScenarioFile): Mistake[] {
  return Object.entries(between).flatMap(([edge, text]) => {
    if (text.startsWith('{') || parseMoment(text) !== undefined) return [];
    const mistake = `expected a time (2026-01-31T09:00:00Z) or a duration after the start (10m), found "${text}"`;
    return [mistakeAt(source, `/when/between/${edge}`, mistake)];
  });
}

/** Alterations of a response that no schema accepts. */
const BREAKING_ALTERATIONS: readonly string[] = ['unknown-enum', 'numbers-as-strings'];

/** A mistake for each fault that breaks the contract, unless the scenario sets `breaksContract`. */
export function contractMistakes(source: SourceDocument, scenario: Scenario, contract: Contract): Mistake[] {
  if (scenario.breaksContract) return [];

  const isSequence = 'steps' in (source.data as object);
  return scenario.steps.flatMap((step, index) => {
    const place = isSequence ? `/steps/${index}` : '';
    return breachesOf(step, scenario, contract).map(([member, reason]) =>
      mistakeAt(source, `${place}/fault/${member}`, `${reason}; add "breaksContract: true" if this is intended`),
    );
  });
}

function breachesOf({ fault = {} }: StepTemplate, { operations }: Scenario, contract: Contract): [string, string][] {
  // A status may be a `{parameter}`.
  const { answer, body, alter, change } = fault as {
    readonly answer?: { readonly status: number | string; readonly text?: string };
    readonly body?: { readonly as: string };
    readonly alter?: { readonly how: string };
    readonly change?: { readonly missing?: unknown };
  };
  const breaches: [member: string, reason: string][] = [];
  if (body !== undefined) breaches.push(['body/as', `the contract has no response with the body "${body.as}"`]);
  if (alter !== undefined && BREAKING_ALTERATIONS.includes(alter.how))
    breaches.push(['alter/how', `"${alter.how}" makes responses that the contract does not allow`]);
  if (change?.missing !== undefined) breaches.push(['change/missing', 'the contract may require what is left out']);
  if (answer === undefined) return breaches;

  const { status, text } = answer;
  if (text !== undefined) breaches.push(['answer/text', 'the contract has no response with a text']);
  const lacking = operations.filter(
    (id) => typeof status === 'number' && contract.operations.get(id)?.responses.has(status) !== true,
  );
  if (lacking.length > 0)
    breaches.push(['answer/status', `the contract has no status ${status} for ${lacking.join(', ')}`]);

  return breaches;
}
