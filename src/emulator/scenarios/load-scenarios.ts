/** Loads scenario files, and checks each against its schema and the contract. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '../../contract/contract.js';
import type { Contracts } from '../../contract/variants/contracts.js';
import { once } from '../../contract/schema/lazy.js';
import { OPERATION_SETS, operationsInSet } from '../../contract/operation-sets.js';
import { OPERATION_IDS, type OperationId } from '../../contract/operation.js';
import { compileSchema, shapeMistakes } from '../../contract/documents/check-document.js';
import { DocumentError, readDocument, type SourceDocument } from '../../contract/documents/read-document.js';
import { isObject, mapMembers, membersOf } from '../../common/json.js';
import { shippedSchema } from '../../common/shipped-files.js';
import { parseDuration } from '../domain/time/duration.js';
import { findMistakes, type ScenarioFile } from './find-mistakes.js';
import type { Catalogue, ParameterSpec, Scenario, StepTemplate } from './scenario.js';

/**
 * Loads the scenarios of a folder, one in each `.yaml` file, in the order of their names.
 * @throws DocumentError with every mistake in every file, or if there is no such folder
 */
export function loadScenarios(folder: string, contracts: Contracts): Catalogue {
  // A file that ends in `.yml` is refused like any other mistake: left out, its scenario would be missing in silence.
  const files = filesIn(folder).filter((name) => /\.ya?ml$/.test(name));
  const catalogue = new Map<string, Scenario>();
  const errors: DocumentError[] = [];

  for (const file of files.toSorted()) {
    try {
      const scenario = loadScenario(join(folder, file), contracts);
      catalogue.set(scenario.name, scenario);
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      errors.push(error);
    }
  }

  if (errors.length > 0) throw DocumentError.together(errors);

  return catalogue;
}

/** @throws DocumentError if there is no such folder */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    throw new DocumentError(folder, [{ message: 'there is no such folder of scenarios' }]);
  }
}

/**
 * Loads one scenario file.
 * @throws DocumentError with every mistake in the file
 */
export function loadScenario(file: string, contracts: Contracts): Scenario {
  return scenarioIn(readDocument(file), contracts);
}

/**
 * Checks a scenario that was loaded elsewhere, such as a scenario in a bundle. It is brought back into the form of a
 * file, so that the schema of files can check it.
 * @throws DocumentError with every mistake
 */
export function checkLoadedScenario(scenario: Scenario, contracts: Contracts): Scenario {
  const { when, steps, parameters, ...others } = scenario;
  const [step, ...more] = Array.isArray(steps) ? (steps as readonly StepTemplate[]) : [];
  const hasConditions = !isObject(when) || Object.keys(when).length > 0;
  // A file has either conditions and a single fault, or a sequence of steps.
  const isSingleFault = hasConditions && step !== undefined && more.length === 0;

  const data = {
    ...others,
    parameters: isObject(parameters) ? mapMembers(parameters, asWritten) : parameters,
    ...(isSingleFault ? step : { steps }),
    ...(hasConditions && { when }),
  };
  return scenarioIn({ file: scenario.name, data, locate: () => ({}) }, contracts);
}

/** A parameter in the form of a file, in which durations are text. */
function asWritten(spec: ParameterSpec): ParameterSpec {
  const { type, default: preset } = membersOf(spec);
  return type === 'duration' && typeof preset === 'number' ? { ...spec, default: `${preset}ms` } : spec;
}

/** The scenario of a document, with all defaults. @throws DocumentError with every mistake */
function scenarioIn(source: SourceDocument, contracts: Contracts): Scenario {
  const { listed, more } = shapeMistakes(source, scenarioValidator());
  // The further checks rely on the shape of the document.
  if (listed.length > 0) throw new DocumentError(source.file, listed, more);

  const { fault, parameters = {}, ...others } = source.data as ScenarioFile;
  const operations = resolveOperations(others.operations, contracts.base);
  const mistakes = findMistakes(source, operations, contracts, scenarioValidator());
  if (mistakes.length > 0) throw new DocumentError(source.file, mistakes);

  return {
    when: {},
    breaksContract: false,
    steps: fault === undefined ? [] : [{ fault }],
    ...others,
    operations,
    // A loaded scenario has durations in milliseconds.
    parameters: mapMembers(parameters, (spec) => {
      const { type, default: preset } = spec;
      const milliseconds = type === 'duration' && typeof preset === 'string' ? parseDuration(preset) : undefined;
      return milliseconds === undefined ? spec : { ...spec, default: milliseconds };
    }),
  };
}

/** Checks the shape of a scenario file. */
const scenarioValidator = once(() => compileSchema(shippedSchema('scenario')));

/** The named operations, and the operations of the named sets. */
function resolveOperations(names: readonly string[], { operations }: Contract): OperationId[] {
  const sets = OPERATION_SETS.filter((set) => names.includes(set));
  const chosen = new Set<string>([...names, ...sets.flatMap((set) => operationsInSet(set, operations.values()))]);
  return OPERATION_IDS.filter((id) => chosen.has(id));
}
