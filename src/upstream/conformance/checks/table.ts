/** Tables of checks. A row is a check: its statement, its basis, a request, and what is expected of the response. */

import { mapMembers } from '../../../common/json.js';
import type { OperationId } from '../../../contract/operation.js';
import { type Check, type CheckBasis, type CheckGroup, holdsIf, type Observation } from '../check.js';
import type { RequestOptions } from '../build-request.js';
import { describeExchange, type Exchange, UnexpectedResponse } from '../exchange.js';
import type { Service } from '../service.js';

/** An operation with the options of its request, or a function that sends the request. */
export type CheckRequest =
  readonly [operation: OperationId, options?: RequestOptions] | ((service: Service) => Promise<Exchange>);

/** One of these statuses, or what the function observes of the response. */
export type Expectation =
  number | readonly number[] | ((exchange: Exchange, service: Service) => Observation | Promise<Observation>);

/** Columns that all rows of a table may share; a row with a column of its own replaces the shared one. */
export interface SharedColumns extends Pick<Check, 'since' | 'needs'> {
  /** The beginning of every title. Default: none. */
  readonly subject?: string;
  readonly request?: CheckRequest;
  /** Default: status 400. */
  readonly expect?: Expectation;
}

/** What a check does: it sends a request and looks at the response, or it does more than that. */
type CheckAction = Pick<SharedColumns, 'request' | 'expect' | 'needs'> | Pick<Check, 'run' | 'needs'>;

/** One check, but for its ID. */
export type CheckRow = Pick<Check, 'title'> & CheckBasis & CheckAction;

/** Makes rows with one basis; `title` is the statement. */
export interface RowsWithBasis {
  row(title: string, action: CheckAction): CheckRow;
  /** A row that looks at the response to the shared request. */
  expect(title: string, expect: Expectation): CheckRow;
  /** A row that sends its requests itself. */
  run(title: string, run: Check['run']): CheckRow;
}

/** Rows that a section of the specification states. */
export function section(number: string): RowsWithBasis {
  return rowsWith({ section: number });
}

/** Rows about a point of the contract. */
export function point(id: string): RowsWithBasis {
  return rowsWith({ point: id });
}

/** Rows about a point that counts as a guess, whatever its basis. */
export function tentative(id: string): RowsWithBasis {
  return rowsWith({ point: id, isTentative: true });
}

function rowsWith(basis: CheckBasis): RowsWithBasis {
  return {
    row: (title, action) => ({ title, ...basis, ...action }),
    expect: (title, expect) => ({ title, ...basis, expect }),
    run: (title, run) => ({ title, ...basis, run }),
  };
}

/** Rows by name, in the order of the run. */
export type CheckRows = Readonly<Record<string, CheckRow>>;

/** What states it (a section of the specification, or a point), the request in words, the request, and its status. */
export type StatusRow = readonly [basis: string, words: string, request: CheckRequest, status?: number];

/**
 * Rows about nothing but a status: `an unknown path returns 404`.
 * @param usual the status of rows without one
 */
export function statusRows(usual: number, rows: Readonly<Record<string, StatusRow>>): CheckRows {
  return mapMembers(rows, ([basis, words, request, expect = usual]) =>
    (/^\d/.test(basis) ? section(basis) : point(basis)).row(`${words} returns ${expect}`, { request, expect }),
  );
}

/** Rows, and what they share. */
export interface CheckTable extends SharedColumns {
  /** What the IDs of its checks have between the group's name and the row's: `getUsers`. Default: nothing. */
  readonly of?: string;
  readonly rows: CheckRows;
}

/** A valid request of an operation: by default the one of the group, or the operation alone. `subject` is what it returns: `the users list`. */
export interface ValidRequest extends Required<Pick<SharedColumns, 'subject'>>, Pick<SharedColumns, 'request'> {
  readonly operation: OperationId;
  /** The section of the specification that has the request. Default: 4.2. */
  readonly section?: string;
}

/** What a group consists of. Its name begins the IDs of its checks. */
export interface GroupTables extends Pick<CheckGroup, 'name' | 'title'>, SharedColumns {
  readonly valid?: readonly ValidRequest[];
  readonly tables?: readonly CheckTable[];
  /** The last table. */
  readonly rows?: CheckTable['rows'];
}

/** The checks of a table. The ID of a check is the group's name, a dot and the name of its row. */
export function checksOf(group: string, { of, rows, ...shared }: CheckTable): Check[] {
  const { subject, request: sharedRequest, expect: sharedExpect = 400, ...others } = shared;
  return Object.entries(rows).map(([name, row]): Check => {
    const id = [group, of ?? [], name].flat().join('.');
    const check = { ...others, ...row, id, title: [subject ?? [], row.title].flat().join(' ') };
    if ('run' in check) return check;
    const { request = sharedRequest, expect = sharedExpect, ...described } = check;
    if (request === undefined) throw new Error(`the check ${id} has neither a request nor a function`);
    return { ...described, run: async (service) => judge(await send(service, request), expect, service) };
  });
}

async function send(service: Service, request: CheckRequest): Promise<Exchange> {
  return await (typeof request === 'function' ? request(service) : service.request(...request));
}

async function judge(exchange: Exchange, expect: Expectation, service: Service): Promise<Observation> {
  return typeof expect === 'function' ? await expect(exchange, service) : hasStatus(exchange, ...[expect].flat());
}

/** From this status on, a response shows nothing about the service's rules. */
const SERVER_ERROR = 500;

/**
 * Whether the response has one of the statuses.
 * @throws UnexpectedResponse after a server error
 */
export function hasStatus(exchange: Exchange, ...statuses: readonly number[]): Observation {
  if (exchange.status >= SERVER_ERROR) throw new UnexpectedResponse(describeExchange(exchange));
  return holdsIf(
    statuses.includes(exchange.status),
    `${describeExchange(exchange)}, not ${statuses.join(' or ')}`,
    String(exchange.status),
  );
}
