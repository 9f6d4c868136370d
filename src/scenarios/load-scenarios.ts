/** Loads scenario files: each checked against its schema, and for what a schema cannot say. */

import type { ValidateFunction } from 'ajv';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '../contract/contract.js';
import { compileSchema, shapeMistakes } from '../documents/check-document.js';
import { DocumentError, readDocument } from '../documents/read-document.js';
import { shippedPath } from '../documents/shipped-files.js';
import { parseDuration } from '../domain/time/duration.js';
import { contractMistakes, findMistakes } from './find-mistakes.js';
import type { Catalogue, ParameterSpec, Scenario, StepTemplate } from './scenario.js';

/**
 * The scenarios of a folder, by name; they have to keep to the contract or say that they do not.
 * @throws DocumentError with every mistake of every file
 */
export function loadScenarios(folder: string, contract: Contract): Catalogue {
  const files = filesIn(folder)
    .filter((name) => name.endsWith('.yaml'))
    .toSorted();
  const validate = scenarioValidator();
  const wrong: DocumentError[] = [];
  const scenarios = files.flatMap((name) => {
    try {
      return [loadScenario(join(folder, name), contract, validate)];
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      wrong.push(error);
      return [];
    }
  });
  const [first, ...others] = wrong;
  if (first !== undefined) throw DocumentError.together([first, ...others]);
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
interface ScenarioFile
  extends
    Omit<Scenario, 'parameters' | 'when' | 'steps' | 'breaksContract'>,
    Partial<Pick<Scenario, 'parameters' | 'when' | 'steps' | 'breaksContract'>> {
  readonly fault?: StepTemplate['fault'];
}

/**
 * Reads one scenario file.
 * @throws DocumentError with every mistake
 */
export function loadScenario(
  file: string,
  contract: Contract,
  validate: ValidateFunction = scenarioValidator(),
): Scenario {
  const source = readDocument(file);
  const mistakes = [...shapeMistakes(source, validate), ...findMistakes(source)];
  if (mistakes.length > 0) throw new DocumentError(file, mistakes);
  const { fault, parameters = {}, ...rest } = source.data as ScenarioFile;
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
  const milliseconds =
    spec.type === 'duration' && typeof spec.default === 'string' ? parseDuration(spec.default) : undefined;
  return milliseconds === undefined ? spec : { ...spec, default: milliseconds };
}
