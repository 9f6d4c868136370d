/** What a schema cannot say of a scenario file: its name, its references, defaults that their own parameter would refuse. */

import { basename } from 'node:path';
import type { Contract } from '../contract/contract.js';
import { isObject } from '../contract/json.js';
import { nearest } from '../contract/suggestions.js';
import { mistakeAt } from '../documents/check-document.js';
import type { Mistake, SourceDocument } from '../documents/read-document.js';
import { parseMoment } from '../domain/time/moment.js';
import { referencedParameters } from './fill-template.js';
import { readParameter } from './parse-parameter.js';
import type { Scenario, StepTemplate } from './scenario.js';

/** What the schema cannot say, as far as the shape of the file lets one look at it. */
export function findMistakes(source: SourceDocument): Mistake[] {
  if (!isObject(source.data)) return [];
  const { name, parameters, when } = source.data;
  const declared = isObject(parameters)
    ? Object.fromEntries(Object.entries(parameters).filter(([, spec]) => isObject(spec)))
    : {};
  return [
    ...(typeof name === 'string' ? nameMistakes(source, { name }) : []),
    ...parameterMistakes(source, declared as unknown as Scenario['parameters']),
    ...referenceMistakes(source, declared as unknown as Scenario['parameters']),
    ...(isObject(when) && isObject(when['between']) ? momentMistakes(source, when['between']) : []),
  ];
}

/** Moments that are neither times nor durations nor taken from a parameter. */
function momentMistakes(source: SourceDocument, between: Readonly<Record<string, unknown>>): Mistake[] {
  return Object.entries(between).flatMap(([edge, text]) => {
    if (typeof text !== 'string' || text.startsWith('{') || parseMoment(text) !== undefined) return [];
    return [
      mistakeAt(
        source,
        `/when/between/${edge}`,
        `expected a time (2026-01-31T09:00:00Z) or a duration after the start (10m), found "${text}"`,
      ),
    ];
  });
}

/** Defaults that the parameter itself would refuse. */
function parameterMistakes(source: SourceDocument, parameters: Scenario['parameters']): Mistake[] {
  return Object.entries(parameters).flatMap(([name, spec]) => {
    if (spec.default === undefined) return [];
    const mistakes: string[] = [];
    const given = Array.isArray(spec.default) ? spec.default.join(',') : spec.default;
    readParameter(String((source.data as { name?: unknown }).name), name, spec, given, mistakes);
    return mistakes.map((mistake) => mistakeAt(source, `/parameters/${name}/default`, mistake));
  });
}

function nameMistakes(source: SourceDocument, { name }: Pick<Scenario, 'name'>): Mistake[] {
  const expected = basename(source.file, '.yaml');
  return name === expected
    ? []
    : [mistakeAt(source, '/name', `expected "${expected}", as the file is named, found "${name}"`)];
}

function referenceMistakes(source: SourceDocument, parameters: Scenario['parameters']): Mistake[] {
  const known = Object.keys(parameters);
  const file = source.data as Readonly<Record<string, unknown>>;
  return ['when', 'fault', 'steps'].flatMap((part) =>
    referencedParameters(file[part] ?? null)
      .filter((name) => !known.includes(name))
      .map((name) =>
        mistakeAt(source, `/${part}`, `refers to a parameter that does not exist: {${name}}${nearest(name, known)}`),
      ),
  );
}

/** The members of faults that are looked at; a status may be a `{parameter}`. */
interface FaultTemplates {
  readonly answer?: { readonly status: number | string; readonly text?: string };
  readonly body?: { readonly as: string };
  readonly alter?: { readonly how: string };
}

/** Changes of an answer that no schema lets pass. */
const BREAKING_ALTERATIONS: readonly string[] = ['unknown-enum', 'numbers-as-strings'];

/** A mistake for each fault whose answers the contract does not have. */
export function contractMistakes(source: SourceDocument, scenario: Scenario, contract: Contract): Mistake[] {
  if (scenario.breaksContract) return [];
  const isSequence = 'steps' in (source.data as object);
  return scenario.steps.flatMap((step, index) => {
    const pointer = `${isSequence ? `/steps/${index}` : ''}/fault`;
    return breaches(step, scenario, contract).map(([member, reason]) =>
      mistakeAt(source, `${pointer}/${member}`, `${reason}; say "breaksContract: true" where that is meant`),
    );
  });
}

function breaches(
  { fault = {} }: StepTemplate,
  { operations }: Scenario,
  contract: Contract,
): (readonly [member: string, reason: string])[] {
  const { answer, body, alter } = fault as FaultTemplates;
  const found: [string, string][] = [];
  if (body !== undefined) found.push(['body/as', `no answer of the contract has a body that is ${body.as}`]);
  if (alter !== undefined && BREAKING_ALTERATIONS.includes(alter.how))
    found.push(['alter/how', `${alter.how} makes answers that the contract does not have`]);
  if (answer?.text !== undefined) found.push(['answer/text', 'a text is no answer of the contract']);
  const strangers = operations.filter(
    (id) => typeof answer?.status === 'number' && !contract.operations.get(id)?.responses.has(answer.status),
  );
  if (strangers.length > 0)
    found.push(['answer/status', `the contract of ${strangers.join(', ')} has no status ${answer!.status}`]);
  return found;
}
