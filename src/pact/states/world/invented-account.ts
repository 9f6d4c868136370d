/** Makes up what a pact does not say of a party: the same text, the same person. */

import type { NewCredential } from '../../../domain/world/change-requests.js';
import type { Provider } from '../../../domain/world/model.js';
import { hash32, hashText } from '../../../domain/time/random.js';

/** Who a party is. */
export interface Account {
  readonly email: string;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
}

const FIRST_NAMES = [
  'Ada',
  'Bruno',
  'Carla',
  'Dario',
  'Elena',
  'Felix',
  'Greta',
  'Hugo',
  'Irma',
  'Jonas',
  'Klara',
  'Lars',
  'Marta',
  'Nils',
  'Olga',
  'Pablo',
];
const LAST_NAMES = [
  'Abbott',
  'Berger',
  'Castro',
  'Duarte',
  'Eriksen',
  'Fischer',
  'Garnier',
  'Holm',
  'Ivanova',
  'Jansen',
  'Keller',
  'Lindqvist',
  'Moretti',
  'Nowak',
  'Okafor',
  'Petersen',
];

/** The account of whoever is known by this. */
export function inventAccount(key: string): Account {
  const drawn = hash32(hashText(key));
  const firstName = FIRST_NAMES[drawn % FIRST_NAMES.length]!;
  const lastName = LAST_NAMES[(drawn >>> 8) % LAST_NAMES.length]!;
  const name = `${firstName}.${lastName}.${drawn.toString(36)}`.toLowerCase();
  return { email: `${name}@example.com`, username: name.replaceAll('.', '-'), firstName, lastName };
}

/** What the provider tells of the account, with the members that fixtures have. */
export function inventMetadata(
  { email, username, firstName, lastName }: Omit<Account, 'username'> & { readonly username?: string },
  provider: Provider,
): NonNullable<NewCredential['metadata']> {
  const drawn = hash32(hashText(`${email} ${provider}`));
  return {
    email,
    firstName,
    lastName,
    ...(provider !== 'GOOGLE' && username !== undefined && { username }),
    providerId: String(drawn),
    emailVerified: true,
    profilePicture: `https://pictures.example.com/${drawn.toString(36)}-${provider.toLowerCase()}.png`,
  };
}
