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
import { ANY_CONTRACT_ID, ANY_PARTY_ID, FROM_PROVIDER, LINK_TOKEN, switchesOn } from './parameters.js';

/** When a credential was issued whose check has this status. */
const ISSUED_AT = { strong: '-P5D', moderate: '-P45D', weak: '-P120D' } as const;

export const verificationLinks = [
  defineState({
    name: 'link-exists',
    summary: 'A verification link for a credential exists. Its token is the state value `token`.',
    sentences: [
      'a link token for {contractId} exists',
      'a verification link for {contractId} exists',
      'a verification token for {contractId} exists',
      'a verification link for contract {contractId} exists',
      'a verification link for credential {contractId} exists',
      'a verification link exists',
      'a verification token exists',
      'a link token exists',
      'a valid verification link exists',
      'a valid verification token exists',
      'a verification link has been generated',
      'a verification link was generated',
      'a link has been generated for contract {contractId}',
      'a link has been generated for credential {contractId}',
    ],
    parameters: { contractId: ANY_CONTRACT_ID, partyId: ANY_PARTY_ID, provider: FROM_PROVIDER },
    setUp: async (sandbox, wanted) => linkOutcome(sandbox, await ensureActiveCredential(sandbox, wanted)),
  }),
  defineState({
    name: 'link-valid',
    summary: 'The verification token in the pact is valid: a real token replaces it.',
    sentences: [
      'the verification token {token} is valid',
      'the verification token {token} exists',
      'verification token {token} for {contractId} exists',
      'verification token {token} for {contractId} is valid',
      'the link token {token} is valid',
      'the verification link {token} is valid',
      'a verification link with token {token} exists',
      'a verification token {token} exists',
      'verification token {token} exists',
      'the link with token {token} exists',
    ],
    parameters: { token: LINK_TOKEN, contractId: ANY_CONTRACT_ID, partyId: ANY_PARTY_ID, provider: FROM_PROVIDER },
    setUp: async (sandbox, { token, ...wanted }) =>
      linkOutcome(sandbox, await ensureActiveCredential(sandbox, wanted), { token }),
  }),
  defineState({
    name: 'link-unknown',
    summary: 'The verification link does not exist: the check returns 404.',
    sentences: [
      'the verification token {token} is unknown',
      'the verification token {token} does not exist',
      'the verification token {token} was never issued',
      'the link token {token} is unknown',
      'the verification link {token} does not exist',
      'the verification token is unknown',
      'no verification link with token {token} exists',
      'the verification link does not exist',
      'no verification link exists',
    ],
    parameters: { token: LINK_TOKEN },
    ...switchesOn('check-token-unknown'),
  }),
  defineState({
    name: 'link-expired',
    summary:
      'The verification link has expired: the check returns 404. The real token of an expired link replaces the one in the pact.',
    sentences: [
      'the verification token {token} has expired',
      'the verification token {token} is expired',
      'the link token {token} has expired',
      'the verification link {token} has expired',
      'the verification token has expired',
      'an expired verification link exists',
      'an expired verification token exists',
      'the verification link has expired',
      'a verification link has expired',
    ],
    parameters: { token: LINK_TOKEN, contractId: ANY_CONTRACT_ID, partyId: ANY_PARTY_ID, provider: FROM_PROVIDER },
    setUp: async (sandbox, { token, ...wanted }) =>
      linkOutcome(sandbox, await ensureActiveCredential(sandbox, wanted), { token, lifetime: 0 }),
  }),
  defineState({
    name: 'link-of-credential',
    summary:
      'The verification link is valid, but its credential is revoked, archived, superseded or expired. The check reports that.',
    sentences: [
      'the credential of verification token {token} is {standing}',
      'the credential of verification token {token} has been {standing}',
      'the credential behind verification token {token} is {standing}',
      'the verification token {token} is for a {standing} credential',
      'the verification token {token} belongs to a {standing} credential',
      'a verification link for a {standing} credential exists',
    ],
    parameters: {
      standing: { type: 'text', description: 'The standing of the credential.', choices: STANDINGS },
      token: LINK_TOKEN,
      contractId: ANY_CONTRACT_ID,
      partyId: ANY_PARTY_ID,
      provider: FROM_PROVIDER,
    },
    setUp: async (sandbox, { token, standing, ...wanted }) =>
      linkOutcome(sandbox, await ensureStanding(sandbox, wanted, standing), { token }),
  }),
  defineState({
    name: 'link-status',
    summary: 'The check of the verification link returns this status. The link is for a new credential.',
    sentences: [
      'the verification status of token {token} is {status}',
      'the verification status of {token} is {status}',
      'the verification status of link {token} is {status}',
      'a verification link with status {status} exists',
      'the check of {token} is {status}',
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
