/** Findings: contradictions between a pact and the contract. `findings.yaml` lists the kinds and their messages. */

import { MARKERS } from '../../emulator/redaction/markers.js';
import { isSecretName } from '../../emulator/redaction/secret-places.js';
import { parsePointer, withoutUndefined } from '../../common/json.js';
import { type NamesIn, worded } from '../../common/reporting/worded.js';
import type { Mismatch } from '../report/verification-report.js';
import { FINDINGS } from './findings.js';

/**
 * A finding. `expected` has the values that the contract describes at this place, `actual` the shortened value of the
 * pact.
 */
export interface ContractFinding extends Mismatch {
  /** How grave the finding is: see `findings.yaml`. */
  readonly severity: 'error' | 'warning' | 'remark';
  /** The kind of finding: `request.query.invalid`. */
  readonly code: string;
  /** The place, as {@link placeText} writes it. */
  readonly where: string;
}

type FindingCode = keyof typeof FINDINGS;

/** The place is required for a kind of finding that names none itself. */
type PlaceOf<Row> = Row extends { where: string } ? Partial<Pick<Mismatch, 'where'>> : Pick<ContractFinding, 'where'>;

/**
 * What a kind of finding needs to be told: its place, its values, and the values for the names in its message. A member
 * that is undefined is left out.
 */
type Details<Code extends FindingCode> = PlaceOf<(typeof FINDINGS)[Code]> & {
  readonly severity?: ContractFinding['severity'];
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
} & Readonly<Record<NamesIn<(typeof FINDINGS)[Code]['message']>, string | number>>;

/** A finding about a place of a pact, as `findings.yaml` words it. */
export function finding<Code extends FindingCode>(code: Code, details: Details<Code>): ContractFinding {
  const row: Partial<ContractFinding> = FINDINGS[code];
  const filled = { ...row, ...withoutUndefined(details) } as ContractFinding;
  const { severity, where, expected, actual } = filled;
  const message = worded(filled.message, details);

  return { severity, code, where, message, ...withoutUndefined({ expected, actual }) };
}

/** Whether a finding is about the provider states, and not about the contract. */
export function isAboutState(code: string): boolean {
  return code.startsWith('state.');
}

/** The part of an interaction that a finding is about. */
export type FindingPart =
  `request ${'method' | 'path' | 'query' | 'header' | 'body'}` | `response ${'status' | 'header' | 'body'}`;

/**
 * The place of a finding: `response body at /items/0/id`, `request query limit`.
 * @param pointer JSON pointer in the part; in a query and headers, it starts with the name
 */
export function placeText(part: FindingPart, pointer: string): string {
  if (pointer === '') return part;
  return part.endsWith('body') ? `${part} at ${pointer}` : `${part} ${parsePointer(pointer).join('/')}`;
}

/**
 * Matches the texts that stand for a value without containing it: `nothing`, `no header`, or a scheme without its
 * value, as `Basic ...`.
 */
const NO_SECRET = /^(?:nothing|no \w+|\w* \.\.\.)$/;

/**
 * The finding with a marker in place of a value that may be a secret, such as that of `request header authorization`.
 * The place ends with the name of the member or header: `request body at /client_secret`.
 */
export function withoutSecret(found: ContractFinding): ContractFinding {
  const { where, actual } = found;
  if (!isSecretName(where) || actual === undefined || NO_SECRET.test(actual)) return found;

  return { ...found, actual: MARKERS.otherSecret };
}
