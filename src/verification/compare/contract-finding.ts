/** Where a pact and the contract do not go together. */

import { parsePointer } from '../../contract/json.js';
import type { PactFile, PactInteraction } from '../../pact/pact-file.js';

export interface ContractFinding {
  /** Place in the pact's `interactions`, from 0. */
  readonly interaction: number;
  /**
   * `error`: the service could never take the request, or never send the answer. `warning`: it could, but the pact has
   * something in it that means nothing to the service, or an example that the service never sends.
   */
  readonly severity: 'error' | 'warning';
  /** A sentence. */
  readonly message: string;
  /** In words: `response body at /items/0/partyId`. */
  readonly where: string;
  /** JSON pointer in the pact file: `/interactions/3/response/body/items/0/partyId`. */
  readonly pointer: string;
  /** What the contract has in this place. */
  readonly expected?: string;
  /** What the pact has there, shortened. */
  readonly actual?: string;
}

/** A finding inside of one interaction. */
export interface InteractionFinding extends Pick<ContractFinding, 'severity' | 'message' | 'expected' | 'actual'> {
  readonly place: Place;
}

/** A part of an interaction, and the JSON pointer in it; of a query or headers, the name comes first. */
export interface Place {
  readonly part:
    | 'request method'
    | 'request path'
    | 'request query'
    | 'request header'
    | 'request body'
    | 'response status'
    | 'response header'
    | 'response body';
  readonly pointer: string;
}

/** The finding, with the interaction of the pact that it was made in. */
export function placeFinding(
  { place, ...finding }: InteractionFinding,
  { index }: PactInteraction,
  pact: PactFile,
): ContractFinding {
  return {
    interaction: index,
    ...finding,
    where: wordsOf(place),
    pointer: `/interactions/${index}${pointerInFile(place, pact)}`,
  };
}

function wordsOf({ part, pointer }: Place): string {
  if (pointer === '') return part;
  return part.endsWith('body') ? `${part} at ${pointer}` : `${part} ${parsePointer(pointer).join('/')}`;
}

/** Bodies of version 4 are objects that have the body as their `content`, queries of version 2 are text. */
function pointerInFile({ part, pointer }: Place, { specification }: PactFile): string {
  const version = Number.parseInt(specification, 10);
  const [message, name] = part.split(' ') as ['request' | 'response', string];
  if (name === 'query' && version < 3) return `/${message}/query`;
  if (name === 'body' && version >= 4) return `/${message}/body/content${pointer}`;
  return `/${message}/${name === 'header' ? 'headers' : name}${pointer}`;
}
