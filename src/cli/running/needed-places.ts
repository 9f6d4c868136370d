/** Reads from a report of `mutate --json` which places of responses the tests need. */

import type { MutationReport } from '../../audit/mutate/mutation-report.js';
import { isObject } from '../../common/json.js';
import { readJson } from '../../contract/documents/read-document.js';
import type { NeededPlaces } from '../../pact/minimal-pact.js';
import type { InteractionDocument, PactDocument } from '../../emulator/control/pact-document.js';
import { shippedContracts } from '../../start/shipped.js';
import { UsageError } from '../terminal/failure.js';

/** What a report says about the interactions of a pact. */
interface ReportedNeeds {
  readonly of: NeededPlaces;
  /** The operations of a pact that the report does not know, so that their responses stay whole. */
  readonly untried: (pact: PactDocument) => string[];
}

/** @throws DocumentError if the file cannot be read, UsageError if it is no such report */
export function readNeededPlaces(file: string): ReportedNeeds {
  const report = readJson(file);
  if (!isReport(report))
    throw new UsageError(
      `--minimal: ${file} is not a report of mutate; write one with: id-emulator mutate --json -- npm test`,
    );
  const { operations, together } = report;
  const places = new Map(
    operations.map(({ operation, members }) => [
      operation,
      members.filter(({ use }) => use !== 'not read').map(({ place }) => place),
    ]),
  );
  for (const text of together.flat()) {
    const [operation = '', place = ''] = text.split(':');
    places.get(operation)?.push(place);
  }
  return {
    of: (interaction) => places.get(operationOf(interaction) ?? ''),
    untried: ({ interactions }) => {
      const successes = interactions.filter(({ response }) => response.status < 400 && response.body !== undefined);
      const operations = successes.flatMap((interaction) => operationOf(interaction) ?? []);
      return [...new Set(operations)].filter((operation) => !places.has(operation));
    },
  };
}

function isReport(value: unknown): value is MutationReport {
  if (!isObject(value)) return false;
  const { operations, together } = value;
  return (
    Array.isArray(operations) &&
    Array.isArray(together) &&
    operations.every(
      (each) => isObject(each) && typeof each['operation'] === 'string' && Array.isArray(each['members']),
    )
  );
}

function operationOf({ request }: InteractionDocument): string | undefined {
  const { methods } = shippedContracts().base.match(request.path) ?? {};
  return methods?.get(request.method.toLowerCase() as never)?.id;
}
