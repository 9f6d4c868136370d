/** A contradiction between a pact and the contract. */

import { MARKERS } from '../../emulator/redaction/markers.js';
import { isSecretName } from '../../emulator/redaction/secret-places.js';
import { parsePointer } from '../../common/json.js';
import type { PactFile, PactInteraction } from '../../pact/pact-file.js';

export interface ContractFinding {
  /**
   * `error`: the service never accepts the request or never sends the response, or a provider state does not cause the
   * failure. `warning`: it can, but the pact contains something that the service ignores, or an example that it never
   * sends. `remark`: what may be right; it fails no strict verification.
   */
  readonly severity: 'error' | 'warning' | 'remark';
  /** The kind of finding: `request.query.invalid`; `docs/contracts.md` lists the codes. */
  readonly code: string;
  /** A sentence about the contradiction. */
  readonly message: string;
  /** The place as text: `response body at /items/0/id`. */
  readonly where: string;
  /** JSON pointer in the pact file: `/interactions/3/response/body/items/0/id`. */
  readonly pointer: string;
  /** The values that the contract describes there. */
  readonly expected?: string;
  /** The value in the pact, shortened. */
  readonly actual?: string;
}

/** Whether a finding is about the provider states, and not about the contract. */
export function isAboutState(code: string): boolean {
  return code.startsWith('state.');
}

/** A finding in one interaction, before its place in the pact file is known. */
export interface InteractionFinding extends Pick<
  ContractFinding,
  'severity' | 'code' | 'message' | 'expected' | 'actual'
> {
  readonly place: FindingPlace;
}

/** A part of an interaction, and a JSON pointer in it. For a query and headers, the pointer starts with the name. */
export interface FindingPlace {
  readonly part:
    `request ${'method' | 'path' | 'query' | 'header' | 'body'}` | `response ${'status' | 'header' | 'body'}`;
  readonly pointer: string;
}

/** What says that there is no value, or shows its scheme alone. */
const NO_SECRET = /^(?:nothing|no \w+|\w* \.\.\.)$/;

function withoutSecret(actual: string): string {
  return NO_SECRET.test(actual) ? actual : MARKERS.otherSecret;
}

/** Adds the place in the pact file to a finding, without the value in the place of a secret. */
export function placeFinding(
  { place, ...finding }: InteractionFinding,
  { index }: PactInteraction,
  pact: PactFile,
): ContractFinding {
  const isSecret = isSecretName(place.pointer.slice(place.pointer.lastIndexOf('/') + 1));
  return {
    ...finding,
    ...(isSecret && finding.actual !== undefined && { actual: withoutSecret(finding.actual) }),
    where: placeText(place),
    pointer: `/interactions/${index}${pointerInFile(place, pact)}`,
  };
}

function placeText({ part, pointer }: FindingPlace): string {
  if (pointer === '') return part;
  return part.endsWith('body') ? `${part} at ${pointer}` : `${part} ${parsePointer(pointer).join('/')}`;
}

/** The pointer from an interaction. In version 4, a body has a `content`. In version 2, a query is a text. */
function pointerInFile({ part, pointer }: FindingPlace, { specification }: PactFile): string {
  const version = Number.parseInt(specification, 10);
  const [message, name] = part.split(' ') as ['request' | 'response', string];
  if (name === 'query' && version < 3) return `/${message}/query`;
  if (name === 'body' && version >= 4) return `/${message}/body/content${pointer}`;
  return `/${message}/${name === 'header' ? 'headers' : name}${pointer}`;
}
