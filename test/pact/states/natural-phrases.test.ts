/**
 * Phrases as pacts in the wild have them ("user exists with id 42", "a valid token exists"), said of this service. A phrase that
 * may mean two things is not guessed: the error names the nearest sentences.
 */

import { expect, test } from 'vitest';
import { findState } from '../../../src/pact/states/find-state.js';
import { ProviderStateError } from '../../../src/pact/states/provider-state.js';
import { providerStates } from '../../../src/pact/states/shipped-states.js';

const PHRASES: Readonly<Record<string, readonly string[]>> = {
  'party-exists': [
    'user exists',
    'A user with ID 42 exists',
    'user 42 exists',
    'a user 42 exists',
    'user exists with id 42',
    'User with ID 42 exists',
    'a user exists with id 42',
    'There is a user with ID 42',
    'customer 42 exists',
    'party "42" is known',
  ],
  'party-has-disclosed': [
    'user 42 has a GITHUB credential',
    'user 42 has credentials',
    'party 42 has linked GOOGLE and GITHUB',
    'the user 42 has shared LINKEDIN',
    'party 42 is verified with GOOGLE',
  ],
  'party-has-disclosed-nothing': ['user 42 exists but has no credentials', 'a user with no credentials exists'],
  'party-with-email': ['a user exists with email a@b.example', 'user with email a@b.example exists'],
  'party-with-username': ['a user exists with username ada'],
  'party-unknown': [
    'no user with ID 999 exists',
    'User 999 does not exist',
    'a user with ID 999 does not exist',
    'there is no user with id 999',
    'party 999 is not found',
  ],
  'no-party-matches': ['a user with email a@b.example does not exist', 'nobody has the username ada'],
  'credential-exists': [
    'a credential with ID 00ab exists',
    'credential 00ab is active',
    'an active credential exists',
    'user 42 has credential 00ab',
    'a link can be generated for contract 00ab',
  ],
  'credential-revoked': ['the credential has been revoked', 'user 42 has a revoked credential'],
  'credential-unknown': ['no credential with ID 00ab exists', 'there is no contract 00ab'],
  'users-exist': ['multiple users exist', 'there are some users'],
  'service-available': ['the service is running', 'the institution exists'],
  nobody: ['the list of users is empty', 'the users list is empty', 'there are no customers'],
  'users-count': ['the users list has 30 users', '3 users are registered'],
  'client-registered': ['valid client credentials exist', 'the client has valid credentials'],
  'client-refused': ['invalid client credentials', 'the client secret is invalid', 'the client is not registered'],
  'token-valid': ['a valid token exists', 'I have a valid token', 'the user is logged in', 'the client is authorized'],
  'token-expired': ['an expired token', 'the client has an expired token', 'the session has expired'],
  'token-malformed': ['an invalid token is used', 'an invalid token'],
  'token-missing': [
    'no token is sent',
    'the user is not logged in',
    'I am not authenticated',
    'without authentication',
  ],
  'institution-suspended': ['the client has no permission'],
  'rate-limited': ['too many requests', 'the rate limit has been reached', 'requests are throttled'],
  'service-unavailable': ['the API is down', 'the service is under maintenance', 'the service is not available'],
  'server-error': ['an internal error occurs', 'the service is broken'],
  'batch-partly-fails': ['some links of the batch fail'],
  'link-exists': ['a verification link was generated', 'a valid verification token exists'],
  'link-valid': ['a verification token abc exists', 'the link with token abc exists'],
  'link-unknown': ['the verification link does not exist', 'no verification link with token abc exists'],
  'link-expired': ['the verification link has expired', 'an expired verification token exists'],
  'request-pending': ['a data request for party 42 is pending', 'user 42 has a pending request'],
  'human-score-exists': ['a user with a human score exists', 'user 42 has a score'],
};

/** An access token or a verification token; 401 or 403; known or unknown; which items. */
const AMBIGUOUS = [
  'token abc is valid',
  'token abc has expired',
  'the client is not authorized',
  'access is denied',
  'a link',
  'the batch contains an unknown contract',
  'data exists',
  'default',
  'it has intents',
];

test.each(Object.entries(PHRASES).flatMap(([name, phrases]) => phrases.map((phrase) => [phrase, name] as const)))(
  '"%s" means %s',
  (phrase, name) => {
    const { state, parameters } = findState(providerStates, { name: phrase, params: {} });
    expect(state.name).toBe(name);
    const ids = ['42', '999', '00ab', 'a@b.example', 'ada', 'abc'].filter((id) => phrase.includes(id));
    expect(Object.values(parameters)).toEqual(expect.arrayContaining(ids));
  },
);

test.each(AMBIGUOUS)('"%s" is not guessed', (name) => {
  expect(() => findState(providerStates, { name, params: {} })).toThrow(ProviderStateError);
});
