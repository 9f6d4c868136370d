/** A contradiction between a pact and the contract. */

import { MARKERS } from '../../emulator/redaction/markers.js';
import { isSecretName } from '../../emulator/redaction/secret-places.js';
import { parsePointer, withoutUndefined } from '../../common/json.js';
import type { Mismatch } from '../report/verification-report.js';

/**
 * A finding. `expected`: the values that the contract describes at this place. `actual`: the shortened value of the
 * pact.
 */
export interface ContractFinding extends Mismatch {
  /**
   * `error`: the service never accepts the request or never sends the response, or a provider state does not cause the
   * failure. `warning`: the exchange is possible, but the pact contains something that the service ignores, or an
   * example that it never sends. `remark`: the pact may be right; a remark does not fail a strict verification.
   */
  readonly severity: 'error' | 'warning' | 'remark';
  /** The kind of finding: `request.query.invalid`; `docs/contracts.md` lists the codes. */
  readonly code: string;
  /** {@link placeText} */
  readonly where: string;
}

/** The rest of a finding. A member that is undefined is left out. */
interface Details extends Pick<ContractFinding, 'where' | 'message'> {
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
}

/** A finding about a place of a pact. */
export function finding(
  severity: ContractFinding['severity'],
  code: string,
  { where, message, ...values }: Details,
): ContractFinding {
  return { severity, code, where, message, ...withoutUndefined(values) };
}

/** Whether a finding is about the provider states, and not about the contract. */
export function isAboutState(code: string): boolean {
  return code.startsWith('state.');
}

/** A part of an interaction. */
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

/** Matches texts that contain no secret: they say that there is no value, or show only its scheme. */
const NO_SECRET = /^(?:nothing|no \w+|\w* \.\.\.)$/;

/** The finding without the value in the place of a secret. */
export function withoutSecret(finding: ContractFinding): ContractFinding {
  const { where, actual } = finding;
  const isSecret = actual !== undefined && isSecretName(where.split(/[/ ]/).at(-1)!);
  return isSecret && !NO_SECRET.test(actual) ? { ...finding, actual: MARKERS.otherSecret } : finding;
}
