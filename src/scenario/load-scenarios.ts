/** Loads scenario files: each checked against its schema, and for what a schema cannot say. */

import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import type { Contract } from '../contract/contract.js';
import { checkDocument, compileSchema, mistakeAt } from '../documents/check-document.js';
import { DocumentError, type Mistake } from '../documents/document-error.js';
import { readDocument, type SourceDocument } from '../documents/read-document.js';
import { parseDuration } from '../domain/duration.js';
import { shippedPath } from '../documents/shipped-files.js';
import { contractMistakes } from './contract-mistakes.js';
import { nearest } from './nearest.js';
import { referencedParameters } from './fill-template.js';
import { readParameter } from './read-parameter.js';
import type { Catalogue, ParameterSpec, Scenario, StepTemplate } from './scenario.js';

/**
 * The scenarios of a folder, by name; they have to keep to the contract or say that they do not.
 * @throws DocumentError for the first file that has mistakes, with all of them
 */
export function loadScenarios(folder: string, contract: Contract): Catalogue {
  const files = filesIn(folder).filter((name) => name.endsWith('.yaml')).toSorted();
  const validate = scenarioValidator();
  const scenarios = files.map((name) => loadScenario(join(folder, name), contract, validate));
  return new Map(scenarios.map((scenario) => [scenario.name, scenario]));
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    throw new DocumentError(folder, [{ message: 'there is no such folder of scenarios' }]);
  }
}

/** A scenario file, its schema's optional members still optional. */
interface ScenarioFile extends Omit<Scenario, 'parameters' | 'when' | 'steps' | 'breaksContract'>, Partial<Pick<Scenario, 'parameters' | 'when' | 'steps' | 'breaksContract'>> {
  readonly fault?: StepTemplate['fault'];
}

/**
 * Reads one scenario file.
 * @throws DocumentError with every mistake
 */
export function loadScenario(file: string, contract: Contract, validate: ValidateFunction = scenarioValidator()): Scenario {
  const source = readDocument(file);
  checkDocument(source, validate);
  const { fault, parameters = {}, ...rest } = source.data as ScenarioFile;
  const mistakes = [...nameMistakes(source, rest), ...parameterMistakes(source, parameters), ...referenceMistakes(source, parameters)];
  if (mistakes.length > 0) throw new DocumentError(file, mistakes);
  const scenario: Scenario = {
    when: {},
    breaksContract: false,
    steps: fault === undefined ? [] : [{ fault }],
    ...rest,
    parameters: Object.fromEntries(Object.entries(parameters).map(([name, spec]) => [name, withDurationDefault(spec)])),
  };
  const breaches = contractMistakes(source, scenario, contract);
  if (breaches.length > 0) throw new DocumentError(file, breaches);
  return scenario;
}

/** Compiles the schema of scenario files. */
export function scenarioValidator(): ValidateFunction {
  return compileSchema(JSON.parse(readFileSync(shippedPath('spec/scenario.schema.json'), 'utf8')) as object);
}

/** A duration is milliseconds from here on. */
function withDurationDefault(spec: ParameterSpec): ParameterSpec {
  const milliseconds = spec.type === 'duration' && typeof spec.default === 'string' ? parseDuration(spec.default) : undefined;
  return milliseconds === undefined ? spec : { ...spec, default: milliseconds };
}

/** Defaults that the parameter itself would refuse. */
function parameterMistakes(source: SourceDocument, parameters: Scenario['parameters']): Mistake[] {
  return Object.entries(parameters).flatMap(([name, spec]) => {
    if (spec.default === undefined) return [];
    const mistakes: string[] = [];
    const given = Array.isArray(spec.default) ? spec.default.join(',') : spec.default;
    readParameter((source.data as ScenarioFile).name, name, spec, given, mistakes);
    return mistakes.map((mistake) => mistakeAt(source, `/parameters/${name}/default`, mistake));
  });
}

function nameMistakes(source: SourceDocument, { name }: Pick<Scenario, 'name'>): Mistake[] {
  const expected = basename(source.file, '.yaml');
  return name === expected ? [] : [mistakeAt(source, '/name', `expected "${expected}", as the file is named, found "${name}"`)];
}

function referenceMistakes(source: SourceDocument, parameters: Scenario['parameters']): Mistake[] {
  const known = Object.keys(parameters);
  const file = source.data as Readonly<Record<string, unknown>>;
  return ['when', 'fault', 'steps'].flatMap((part) =>
    referencedParameters(file[part] ?? null)
      .filter((name) => !known.includes(name))
      .map((name) => mistakeAt(source, `/${part}`, `refers to a parameter that does not exist: {${name}}${nearest(name, known)}`)),
  );
}
