/**
 * The files in `spec/conformance`, one for each group: what each check states, on what basis, which request it sends
 * and what it expects. `README.md` beside them describes their form.
 */

import { specDocument } from '../../../contract/documents/prepared.js';
import type { OperationId } from '../../../contract/operation.js';
import type { Need } from './inputs.js';

/** The name of an operation or a function; or an object whose only member has that name and the argument as value. */
export type FunctionCall = string | Readonly<Record<string, unknown>>;

/** The name and the argument of a call. */
export function partsOf(call: FunctionCall): readonly [name: string, argument?: unknown] {
  return typeof call === 'string' ? [call] : Object.entries(call)[0]!;
}

/** Columns that all rows of a group or a table may share; a row with a column of its own replaces the shared one. */
export interface SharedColumns {
  /** The revision that adds the behaviour. Default: the specification. */
  readonly since?: string;
  readonly needs?: readonly Need[];
  /** The beginning of every title. Default: none. */
  readonly subject?: string;
  /** A call, or several in their order. */
  readonly request?: FunctionCall | readonly FunctionCall[];
  /** The status of the last response, or some possible ones. */
  readonly expect?: number | readonly number[];
  /** The argument of functions that are called without one. */
  readonly with?: unknown;
}

/**
 * One check. Its basis is one of `section`, `point` and `tentative`; what it does is `run`, or a request. What looks
 * see of its point decides first.
 */
export interface CheckRow extends SharedColumns {
  /** The statement, a sentence without a full stop. */
  readonly title: string;
  /** The section of the specification that states it. */
  readonly section?: string;
  /** The ID of a point of the contract. */
  readonly point?: string;
  /** The ID of a point that counts as a guess, whatever its basis. */
  readonly tentative?: string;
  /** The function that looks at the response, in place of `expect`. */
  readonly look?: FunctionCall;
  /** The function that sends requests itself. */
  readonly run?: FunctionCall;
}

/** Checks by name, in the order of the run, and what they share. */
export interface CheckTable extends SharedColumns {
  /** What the IDs of its checks have between the group's name and the row's: `getUsers`. Default: nothing. */
  readonly of?: string;
  /** The whole table is repeated for each of these objects, with their members in place of `<name>`. Default: once. */
  readonly each?: readonly Readonly<Record<string, unknown>>[];
  readonly checks: Readonly<Record<string, CheckRow>>;
}

/** An operation whose response to a valid request must be as the contract says. */
export interface ValidRequest extends SharedColumns {
  readonly operation: OperationId;
  /** What it returns: `the users list`. */
  readonly subject: string;
  /** The section of the specification that has the request. Default: 4.2. */
  readonly section?: string;
}

/** What a group consists of, in the order of the run. */
export interface GroupFile extends SharedColumns {
  readonly title: string;
  readonly valid?: readonly ValidRequest[];
  readonly tables?: readonly CheckTable[];
  /** The last table. */
  readonly checks?: CheckTable['checks'];
}

const files = new Map<string, unknown>();

/** What `spec/<name>.yaml` has: a {@link GroupFile}, or the names of the groups. It is read once. */
export function specFile(name: string): unknown {
  const data = files.get(name) ?? specDocument(name);
  files.set(name, data);
  return data;
}

/** The table, repeated for each of its objects. */
export function repeated({ each = [{}], ...table }: CheckTable): CheckTable[] {
  return each.map((columns) => filled(table, columns) as CheckTable);
}

/** The value with columns in place of their names; a member whose column is missing is left out. */
function filled(value: unknown, columns: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((item) => filled(item, columns));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .map(([name, inner]) => [filled(name, columns), filled(inner, columns)])
        .filter(([, inner]) => inner !== undefined),
    );
  if (typeof value !== 'string') return value;
  const [, whole] = /^<(\w+)>$/.exec(value) ?? [];
  if (whole !== undefined) return columns[whole];
  return value.replace(/<(\w+)>/g, (name, column: string) =>
    column in columns ? [columns[column]].flat().join(', ') : name,
  );
}
