/** Loads scenario files: each checked against its schema, and for what a schema cannot say. */

import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { checkDocument, compileSchema, mistakeAt } from '../documents/check-document.js';
import { DocumentError, type Mistake } from '../documents/document-error.js';
import { readDocument, type SourceDocument } from '../documents/read-document.js';
import { shippedPath } from '../documents/shipped-files.js';
import { nearest } from './nearest.js';
import { referencedParameters } from './fill-template.js';
import type { Catalogue, Scenario } from './scenario.js';

/**
 * The scenarios of a folder, by name.
 * @throws DocumentError for the first file that has mistakes, with all of them
 */
export function loadScenarios(folder: string): Catalogue {
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml')).toSorted();
  const validate = compileSchema(JSON.parse(readFileSync(shippedPath('spec/scenario.schema.json'), 'utf8')) as object);
  const scenarios = files.map((name) => loadScenario(join(folder, name), validate));
  return new Map(scenarios.map((scenario) => [scenario.name, scenario]));
}

function loadScenario(file: string, validate: ValidateFunction): Scenario {
  const source = readDocument(file);
  checkDocument(source, validate);
  const scenario: Scenario = { parameters: {}, when: {}, breaksContract: false, ...(source.data as Omit<Scenario, 'parameters' | 'when' | 'breaksContract'>) };
  const mistakes = [...nameMistakes(source, scenario), ...referenceMistakes(source, scenario)];
  if (mistakes.length > 0) throw new DocumentError(file, mistakes);
  return scenario;
}

function nameMistakes(source: SourceDocument, { name }: Scenario): Mistake[] {
  const expected = basename(source.file, '.yaml');
  return name === expected ? [] : [mistakeAt(source, '/name', `expected "${expected}", as the file is named, found "${name}"`)];
}

function referenceMistakes(source: SourceDocument, { when, fault, parameters }: Scenario): Mistake[] {
  const known = Object.keys(parameters);
  const inPart = (part: unknown, pointer: string): Mistake[] =>
    referencedParameters(part)
      .filter((name) => !known.includes(name))
      .map((name) => mistakeAt(source, pointer, `refers to a parameter that does not exist: {${name}}${nearest(name, known)}`));
  return [...inPart(when, '/when'), ...inPart(fault, '/fault')];
}
