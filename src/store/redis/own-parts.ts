import { SUFFIX_MARK } from '../../domain/sandbox/sandboxes.js';

/** Of a longer client ID, only the part before the first mark is looked up: over HTTP, none is opened with a mark in it. */
const LONGEST_CLIENT_ID = 1_000;

/** What may be the client ID of a sandbox in one that selects scenarios, the longest first. */
export function ownParts(clientId: string): string[] {
  if (clientId.length > LONGEST_CLIENT_ID) return clientId.split(SUFFIX_MARK, 1);
  const parts: string[] = [];
  for (let end = clientId.length; end > 0; end = clientId.lastIndexOf(SUFFIX_MARK, end - 1))
    parts.push(clientId.slice(0, end));
  return parts;
}
