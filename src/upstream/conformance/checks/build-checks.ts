/** Builds the checks of a group from its file and the functions that the file calls. */

import { withoutUndefined } from '../../../common/json.js';
import type { Contract } from '../../../contract/contract.js';
import { type Check, type CheckBasis, type CheckGroup, unseen } from '../check.js';
import { successStatus } from '../contract-violations.js';
import type { ServiceExchange } from '../exchange.js';
import type { Service } from '../service.js';
import { requestOperation, withExamples } from './example-values.js';
import { type CheckFunctions, hasStatus } from './functions.js';
import type { FunctionCall, CheckRow, CheckTable, GroupFile, ValidRequest } from './group-file.js';
import { partsOf, repeated, specFile } from './group-file.js';

/**
 * The checks of a group, in the order of the run.
 * @param functions what its file may call
 * @throws Error if the file calls a function that does not exist, or a check does nothing
 */
export function checkGroup(contract: Contract, name: string, functions: Required<CheckFunctions>): CheckGroup {
  const { title, valid = [], tables = [], checks = {}, ...shared } = specFile(`conformance/${name}`) as GroupFile;
  const all = [
    ...valid.map((one) => successTable(contract, { request: shared.request ?? one.operation, ...one })),
    ...tables,
    { checks },
  ];
  return {
    name,
    title,
    checks: all.flatMap(repeated).flatMap(({ of, checks: rows, ...columns }) =>
      Object.entries(rows).map(([row, check]) => {
        const id = [name, of ?? [], row].flat().join('.');
        return checkOf(id, { ...shared, ...columns, ...check }, functions);
      }),
    ),
  };
}

/** What every successful response has: status, media type, headers and body. */
function successTable(contract: Contract, { operation, section = '4.2', ...columns }: ValidRequest): CheckTable {
  const { status, guess } = successStatus(contract, operation);
  const checks: Readonly<Record<string, CheckRow | undefined>> = {
    success: { section, title: 'is given', look: 'isGiven' },
    body: { section, title: 'keeps the contract where the service is known', look: 'keepsContract' },
    'media-type': status === 204 ? undefined : { section, title: 'is JSON', look: 'isJson' },
    status: guess && { point: guess.id, title: `has status ${status}`, look: { succeedsWith: status } },
  };
  return { of: operation, ...columns, checks: withoutUndefined(checks) as CheckTable['checks'] };
}

function checkOf(id: string, row: CheckRow, functions: Required<CheckFunctions>): Check {
  const { subject, title, since, needs } = row;
  return {
    id,
    title: subject === undefined ? title : `${subject} ${title}`,
    ...withoutUndefined({ since, needs }),
    ...basisOf(row),
    run: actionOf(id, row, functions),
  };
}

function basisOf({ section, point, tentative }: CheckRow): CheckBasis {
  if (section !== undefined) return { section };
  return point === undefined ? { point: tentative!, isTentative: true } : { point };
}

function actionOf(id: string, row: CheckRow, functions: Required<CheckFunctions>): Check['run'] {
  const { run, look, request, expect } = row;
  if (run !== undefined) {
    const [name, argument = row.with] = partsOf(run);
    const observe = named(functions.runs, name, id);
    return async (service) => observe(service, (await withExamples(service, argument)) as never);
  }
  if (request === undefined) throw new Error(`the check ${id} has neither a request nor a function`);
  const send = (service: Service): Promise<ServiceExchange> => sendForCheck(service, request, functions);
  if (look !== undefined) {
    const [name, argument = row.with] = partsOf(look);
    const observe = named(functions.looks, name, id);
    return async (service) => observe(await send(service), argument as never, service);
  }
  if (expect !== undefined) return async (service) => hasStatus(await send(service), ...[expect].flat());
  if (row.section !== undefined) throw new Error(`the check ${id} expects nothing`);
  return async (service) => {
    await send(service);
    return unseen('no response shows it');
  };
}

/** Sends the requests. @returns the last exchange */
async function sendForCheck(
  service: Service,
  request: FunctionCall | readonly FunctionCall[],
  functions: Required<CheckFunctions>,
): Promise<ServiceExchange> {
  const exchanges: ServiceExchange[] = [];
  for (const call of [request].flat() as readonly FunctionCall[]) {
    const [name] = partsOf(call);
    exchanges.push(await (functions.requests[name]?.(service) ?? requestOperation(service, call)));
  }
  return exchanges.at(-1)!;
}

function named<Value>(functions: Readonly<Record<string, Value>>, name: string, id: string): Value {
  const found = functions[name];
  if (found === undefined) throw new Error(`the check ${id} calls ${name}, which does not exist`);
  return found;
}
