/** The cast of `fixtures/default.yaml`, by first name. */

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface CastMember {
  /** What the fixture says of the party. */
  readonly situation: string;
  readonly partyId: string;
  readonly email: string;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly credentials: readonly {
    readonly contractId: string;
    readonly provider: string;
    readonly metadata: Readonly<Record<string, string>>;
  }[];
}

const { parties } = parse(readFileSync(new URL('../fixtures/default.yaml', import.meta.url), 'utf8')) as {
  parties: readonly CastMember[];
};

/** The member of the cast with this first name. */
export function cast(firstName: string): CastMember {
  const member = parties.find((party) => party.firstName === firstName);
  if (member === undefined) throw new Error(`nobody in the cast is called ${firstName}`);
  return member;
}
