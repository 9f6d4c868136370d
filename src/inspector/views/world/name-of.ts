/** The name of a party for people. */

import type { Party } from '../../control/types.js';

export function nameOf({ firstName, lastName, email, partyId }: Party): string {
  const name = [firstName, lastName].filter((part) => part !== undefined).join(' ');
  return name === '' ? (email ?? partyId) : name;
}
