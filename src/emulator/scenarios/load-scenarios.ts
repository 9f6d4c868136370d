/** Loads scenario files, and checks each against its schema and the contract. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '../../contract/contract.js';
import { once } from '../../contract/schema/lazy.js';
import { OPERATION_SETS, operationsInSet } from '../../contract/operation-sets.js';
import { OPERATION_IDS, type OperationId } from '../../contract/operation.js';
import { compileSchema, shapeMistakes } from '../../contract/documents/check-document.js';
import { DocumentError, readDocument } from '../../contract/documents/read-document.js';
import { shippedSchema } from '../../common/shipped-files.js';
import { parseDuration } from '../domain/time/duration.js';
import { contractMistakes, findMistakes } from './find-mistakes.js';
import type { Catalogue, ParameterSpec, Scenario, StepTemplate } from './scenario.js';

/**
 * Loads the scenarios of a folder, one in each `.yaml` file, in the order of their names.
 * @throws DocumentError with every mistake in every file, or if there is no such folder
 */
export function loadScenarios(folder: string, contract: Contract): Catalogue {
  const files = filesIn(folder).filter((name) => name.endsWith('.yaml'));
  const loaded = files.toSorted().map((name) => tryToLoad(join(folder, name), contract));
  const [first, ...others] = loaded.filter((result) => result instanceof DocumentError);
  if (first !== undefined) throw DocumentError.together([first, ...others]);
  const scenarios = loaded.flatMap((result) => (result instanceof DocumentError ? [] : [result]));
  return new Map(scenarios.map((scenario) => [scenario.name, scenario]));
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    throw new DocumentError(folder, [{ message: 'there is no such folder of scenarios' }]);
  }
}

function tryToLoad(file: string, contract: Contract): Scenario | DocumentError {
  try {
    return loadScenario(file, contract);
  } catch (error) {
    if (error instanceof DocumentError) return error;
    throw error;
  }
}

/** A scenario file as its schema accepts it. */
interface ScenarioFile
  extends
    Omit<Scenario, 'operations' | 'parameters' | 'when' | 'steps' | 'breaksContract'>,
    Partial<Pick<Scenario, 'parameters' | 'when' | 'steps' | 'breaksContract'>> {
  /** Operations and sets of operations; the schema fills in the default. */
  readonly operations: readonly string[];
  readonly fault?: StepTemplate['fault'];
}

/**
 * Loads one scenario file.
 * @throws DocumentError with every mistake in the file
 */
export function loadScenario(file: string, contract: Contract): Scenario {
  const source = readDocument(file);
  const { listed, more } = shapeMistakes(source, scenarioValidator());
  const mistakes = [...listed, ...findMistakes(source, contract)];
  if (mistakes.length > 0) throw new DocumentError(file, mistakes, more);
  const { fault, operations, parameters = {}, ...others } = source.data as ScenarioFile;
  const scenario: Scenario = {
    when: {},
    breaksContract: false,
    steps: fault === undefined ? [] : [{ fault }],
    ...others,
    operations: resolveOperations(operations, contract),
    parameters: Object.fromEntries(Object.entries(parameters).map(([name, spec]) => [name, withDurationDefault(spec)])),
  };
  const breaches = contractMistakes(source, scenario, contract);
  if (breaches.length > 0) throw new DocumentError(file, breaches);
  return scenario;
}

const scenarioValidator = once(() => compileSchema(shippedSchema('scenario')));

/** The operations that are named, and those in the sets that are named. */
function resolveOperations(names: readonly string[], { operations }: Contract): OperationId[] {
  const sets = OPERATION_SETS.filter((set) => names.includes(set));
  const chosen = new Set<string>([...names, ...sets.flatMap((set) => operationsInSet(set, operations.values()))]);
  return OPERATION_IDS.filter((id) => chosen.has(id));
}

/** The parameter with its default in milliseconds if it is a duration. */
function withDurationDefault(spec: ParameterSpec): ParameterSpec {
  const milliseconds =
    spec.type === 'duration' && typeof spec.default === 'string' ? parseDuration(spec.default) : undefined;
  return milliseconds === undefined ? spec : { ...spec, default: milliseconds };
}
