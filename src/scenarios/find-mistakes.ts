/** What a schema cannot say of a scenario file: its name, its references, defaults that their own parameter would refuse. */

import { basename } from 'node:path';
import { isObject } from '../contract/is-object.js';
import { mistakeAt } from '../documents/check-document.js';
import type { Mistake } from '../documents/document-error.js';
import type { SourceDocument } from '../documents/read-document.js';
import { parseMoment } from '../domain/time/moment.js';
import { referencedParameters } from './fill-template.js';
import { nearest } from '../contract/nearest.js';
import { readParameter } from './read-parameter.js';
import type { Scenario } from './scenario.js';

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
