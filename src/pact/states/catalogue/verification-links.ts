/** Provider states about verification links and their check. */

import { defineState } from '../provider-state.js';
import { disclose } from '../world/disclosure.js';
import {
  ensureActiveCredential,
  ensureCredential,
  ensureStanding,
  linkOutcome,
  STANDINGS,
} from '../world/ensure-credential.js';
import { ANY_PARTY_ID, FROM_PROVIDER, LINK_TOKEN, OF_CREDENTIAL, switchesOn } from './parameters.js';

/** When a credential was issued whose check has this status. */
const ISSUED_AT = { strong: '-P5D', moderate: '-P45D', weak: '-P120D' } as const;

export const verificationLinks = [
  defineState({
    name: 'link-exists',
    summary: 'A verification link for a credential exists. Its token is the state value `token`.',
    sentences: [
      'a (link token|verification link|verification token) for {contractId} exists',
      'a verification link for (contract|credential) {contractId} exists',
      'a link has been generated for (contract|credential) {contractId}',
      'a verification link exists',
      'a (verification|link) token exists',
      'a valid verification (link|token) exists',
      'a verification link (has been|was) generated',
    ],
    parameters: OF_CREDENTIAL,
    setUp: async (sandbox, wanted) => linkOutcome(sandbox, await ensureActiveCredential(sandbox, wanted)),
  }),
  defineState({
    name: 'link-valid',
    summary: 'The verification token in the pact is valid: a real token replaces it.',
    sentences: [
      'the (verification token|link token|verification link) {token} is valid',
      '(the |a |)verification token {token} exists',
      'verification token {token} for {contractId} (exists|is valid)',
      '(a verification link|the link) with token {token} exists',
    ],
    parameters: { token: LINK_TOKEN, ...OF_CREDENTIAL },
    setUp: async (sandbox, { token, ...wanted }) =>
      linkOutcome(sandbox, await ensureActiveCredential(sandbox, wanted), { token }),
  }),
  defineState({
    name: 'link-unknown',
    summary: 'The verification link does not exist: the check returns 404.',
    sentences: [
      'the verification token {token} (is unknown|does not exist|was never issued)',
      'the link token {token} is unknown',
      'the verification token is unknown',
      'the verification link (|{token} )does not exist',
      'no verification link (|with token {token} )exists',
    ],
    parameters: { token: LINK_TOKEN },
    ...switchesOn('check-token-unknown'),
  }),
  defineState({
    name: 'link-expired',
    summary:
      'The verification link has expired: the check returns 404. The real token of an expired link replaces the one in the pact.',
    sentences: [
      'the verification token {token} (has|is) expired',
      'the (link token|verification link) {token} has expired',
      'the verification token has expired',
      '(the|a) verification link has expired',
      'an expired verification (link|token) exists',
    ],
    parameters: { token: LINK_TOKEN, ...OF_CREDENTIAL },
    setUp: async (sandbox, { token, ...wanted }) =>
      linkOutcome(sandbox, await ensureActiveCredential(sandbox, wanted), { token, lifetime: 0 }),
  }),
  defineState({
    name: 'link-of-credential',
    summary:
      'The verification link is valid, but its credential is revoked, archived, superseded or expired. The check reports that.',
    sentences: [
      'the credential of verification token {token} (is|has been) {standing}',
      'the credential behind verification token {token} is {standing}',
      'the verification token {token} (is for|belongs to) a {standing} credential',
      'a verification link for a {standing} credential exists',
    ],
    parameters: {
      standing: { type: 'text', description: 'The standing of the credential.', choices: STANDINGS },
      token: LINK_TOKEN,
      ...OF_CREDENTIAL,
    },
    setUp: async (sandbox, { token, standing, ...wanted }) =>
      linkOutcome(sandbox, await ensureStanding(sandbox, wanted, standing), { token }),
  }),
  defineState({
    name: 'link-status',
    summary: 'The check of the verification link returns this status. The link is for a new credential.',
    sentences: [
      'the verification status of (token |link |){token} is {status}',
      'the check of {token} is {status}',
      'a verification link with status {status} exists',
    ],
    parameters: {
      status: {
        type: 'text',
        description: 'The status of the check.',
        choices: ['strong', 'moderate', 'weak', 'archived', 'revoked', 'expired'],
      },
      token: LINK_TOKEN,
      partyId: ANY_PARTY_ID,
      provider: FROM_PROVIDER,
    },
    async setUp(sandbox, { token, status, ...wanted }) {
      if (status === 'archived' || status === 'revoked' || status === 'expired')
        return linkOutcome(sandbox, await ensureStanding(sandbox, wanted, status), { token });
      const credential = await ensureCredential(sandbox, { ...wanted, issuedAt: ISSUED_AT[status] });
      await disclose(sandbox, credential.partyId, credential.provider);
      return linkOutcome(sandbox, credential, { token });
    },
  }),
];
