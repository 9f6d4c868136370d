/**
 * What a consumer's tests never see, in sentences. Of operations that no pact uses at all, nothing is asked: the consumer
 * does not use them.
 */

import type { Contract } from '../../contract/contract.js';
import type { Access, OperationId } from '../../contract/operation.js';
import type { NamedCoverage, OperationCoverage } from './cover-operation.js';

/** An operation that a pact uses. */
interface UsedOperation extends OperationCoverage {
  readonly access: Access;
}

/** Finds blind spots of one kind. */
type Look = (used: readonly UsedOperation[]) => string[];

/** The most important first: failures that every consumer meets one day, then those of one operation, then forms of success. */
const LOOKS: readonly Look[] = [
  (used) =>
    unseen(used.filter(isBearer), 401, 'No test sees 401 from any operation: an expired token is never handled.'),
  (used) => unseen(used, 429, 'No test sees 429: it is not known whether the consumer waits before it tries again.'),
  (used) => unseen(used, 500, 'No test sees 500: a failure of the service is never handled.'),
  failuresInSuccess,
  (used) =>
    unseen(
      used.filter(({ access }) => access === 'client'),
      401,
      'No test sees 401 from issueToken: a wrong client secret is never handled.',
    ),
  unknownThings,
  (used) => unseen(used.filter(isBearer), 403, 'No test sees 403: a suspended institution is never handled.'),
  (used) => unseen(used, 400, 'No test sees 400: a request that is refused is never handled.'),
  unpaged,
  neverEmpty,
  unseenStates,
];

/** The sentences. */
export function blindSpots(operations: readonly OperationCoverage[], contract: Contract): string[] {
  const used = operations
    .filter(({ interactions }) => interactions > 0)
    .map((operation) => ({
      ...operation,
      access: contract.operations.get(operation.operation as OperationId)!.access,
    }));
  if (used.length === 0) return ['No pact uses any operation of the contract.'];
  return [...LOOKS.flatMap((look) => look(used)), ...unused(operations)];
}

function isBearer({ access }: UsedOperation): boolean {
  return access === 'bearer';
}

/** How a client handles such failures is one piece of code for all operations: one test is enough. */
function unseen(operations: readonly UsedOperation[], status: number, sentence: string): string[] {
  const declaring = operations.flatMap(({ statuses }) => statuses.filter(({ name }) => name === String(status)));
  return declaring.length > 0 && declaring.every(isUnseen) ? [sentence] : [];
}

function failuresInSuccess(used: readonly UsedOperation[]): string[] {
  return used
    .filter(({ variants }) => variants.some((variant) => variant.name.endsWith('[] with error') && isUnseen(variant)))
    .map(({ operation }) => `${operation} is never tested with an item that fails inside of an answer that succeeds.`);
}

function unknownThings(used: readonly UsedOperation[]): string[] {
  const names = used
    .filter(({ statuses }) => statuses.some((status) => status.name === '404' && isUnseen(status)))
    .map(({ operation }) => operation);
  return names.length === 0
    ? []
    : [`${listed(names)} ${areOrIs(names)} never tested with 404: what does not exist is never handled.`];
}

function unpaged(used: readonly UsedOperation[]): string[] {
  const isPaging = ({ name }: NamedCoverage): boolean => name === 'query offset' || name === 'query limit';
  const names = used
    .filter(({ parameters }) => parameters.some(isPaging) && parameters.filter(isPaging).every(isUnseen))
    .map(({ operation }) => operation);
  return names.length === 0
    ? []
    : [`${listed(names)} ${areOrIs(names)} tested without paging: neither offset nor limit is ever sent.`];
}

/** An empty batch is asked for by nobody. */
function neverEmpty(used: readonly UsedOperation[]): string[] {
  const names = used
    .filter(
      ({ method, variants }) =>
        method === 'GET' && variants.some((variant) => variant.name.endsWith(' empty') && isUnseen(variant)),
    )
    .map(({ operation }) => operation);
  return names.length === 0 ? [] : [`${listed(names)} ${areOrIs(names)} never tested with an empty list.`];
}

/** Members that carry state (specification section 3), and the one that tells of a revoked credential. */
const STATES: ReadonlySet<string> = new Set(['kycStatus', 'status', 'reqStatus', 'freshness']);

/** Of states that the consumer does read; other enumerations are in the variants. The same member of several operations is one. */
function unseenStates(used: readonly UsedOperation[]): string[] {
  const all = used.flatMap(enumeratedMembers).filter(({ name }) => STATES.has(name));
  return [...new Set(all.map(({ key }) => key))].flatMap((key) => {
    const same = all.filter((member) => member.key === key);
    const [{ name, values }] = same as [EnumeratedMember];
    const seen = new Set(same.flatMap((member) => [...member.seen]));
    const missing = values.filter((value) => !seen.has(value));
    return seen.size === 0 || missing.length === 0
      ? []
      : [
          `No test sees ${name} ${listed(missing, 'or')} from ${listed([...new Set(same.map(({ operation }) => operation))], 'or')}.`,
        ];
  });
}

interface EnumeratedMember {
  readonly operation: string;
  readonly name: string;
  readonly values: readonly string[];
  readonly seen: ReadonlySet<string>;
  /** Equal where name and values are. */
  readonly key: string;
}

function enumeratedMembers({ operation, variants }: UsedOperation): EnumeratedMember[] {
  const found = variants.flatMap((variant) => {
    const [, path, name, value] = /^((?:.*\.)?(\w+)(?:\[\])*) = (.*)$/.exec(variant.name) ?? [];
    return path === undefined ? [] : [{ path, name: name!, value: value!, isSeen: !isUnseen(variant) }];
  });
  return [...new Set(found.map(({ path }) => path))].map((path) => {
    const its = found.filter((one) => one.path === path);
    const values = its.map(({ value }) => value);
    const { name } = its[0]!;
    return {
      operation,
      name,
      values,
      seen: new Set(its.filter(({ isSeen }) => isSeen).map(({ value }) => value)),
      key: `${name}: ${values.join()}`,
    };
  });
}

function unused(operations: readonly OperationCoverage[]): string[] {
  const names = operations.filter(isUnseen).map(({ operation }) => operation);
  return names.length === 0 ? [] : [`${listed(names)} ${areOrIs(names)} in no pact.`];
}

function isUnseen({ interactions }: Pick<NamedCoverage, 'interactions'>): boolean {
  return interactions === 0;
}

function areOrIs({ length }: readonly string[]): string {
  return length === 1 ? 'is' : 'are';
}

function listed(names: readonly string[], word: 'and' | 'or' = 'and'): string {
  return new Intl.ListFormat('en-GB', { type: word === 'and' ? 'conjunction' : 'disjunction' }).format(names);
}
