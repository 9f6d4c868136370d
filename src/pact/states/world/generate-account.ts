/** Generates what a pact does not specify about a party. The same text gives the same account. */

import { hash32, hashText } from '../../../emulator/domain/time/random.js';
import type { NewCredential } from '../../../emulator/control/world/documents.js';
import type { Provider } from '../../../emulator/domain/world/model.js';

export interface Account {
  readonly email: string;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
}

const FIRST_NAMES = 'Ada Bruno Carla Dario Elena Felix Greta Hugo Irma Jonas Klara Lars Marta Nils Olga Pablo'.split(
  ' ',
);
const LAST_NAMES = (
  'Abbott Berger Castro Duarte Eriksen Fischer Garnier Holm ' +
  'Ivanova Jansen Keller Lindqvist Moretti Nowak Okafor Petersen'
).split(' ');

/** @param key any text that identifies the party */
export function generateAccount(key: string): Account {
  const drawn = hash32(hashText(key));
  const firstName = FIRST_NAMES[drawn % FIRST_NAMES.length]!;
  const lastName = LAST_NAMES[(drawn >>> 8) % LAST_NAMES.length]!;
  const name = `${firstName}.${lastName}.${drawn.toString(36)}`.toLowerCase();
  return { email: `${name}@example.com`, username: name.replaceAll('.', '-'), firstName, lastName };
}

/** Metadata of a credential of the account, with the members that fixtures have. */
export function generateMetadata(
  { email, username, firstName, lastName }: Partial<Account>,
  provider: Provider,
): NonNullable<NewCredential['metadata']> {
  const drawn = hash32(hashText(`${email ?? ''} ${provider}`));
  return {
    ...(email !== undefined && { email }),
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(provider !== 'GOOGLE' && username !== undefined && { username }),
    providerId: String(drawn),
    emailVerified: true,
    profilePicture: `https://pictures.example.com/${drawn.toString(36)}-${provider.toLowerCase()}.png`,
  };
}
