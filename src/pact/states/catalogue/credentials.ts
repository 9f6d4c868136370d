/** Provider states about single credentials. */

import { defineState, type StateOutcome } from '../provider-state.js';
import { unlessNotFound, type StateSandbox } from '../state-sandbox.js';
import { withdraw } from '../world/disclosure.js';
import {
  credentialOutcome,
  ensureActiveCredential,
  ensureCredential,
  ensureStanding,
  type Standing,
  type WantedCredential,
} from '../world/ensure-credential.js';
import { ANY_CONTRACT_ID, ANY_PARTY_ID, CONTRACT_ID, FROM_PROVIDER } from './parameters.js';

/** When a credential of a freshness was issued, and its age in days. */
const AGES = {
  FRESH: { issuedAt: '-P5D', from: 0, below: 30 },
  MODERATE: { issuedAt: '-P45D', from: 30, below: 90 },
  STALE: { issuedAt: '-P120D', from: 90, below: Infinity },
} as const;

const DAY = 86_400_000;

/** Sets up a disclosed credential with this standing. */
function withStanding(standing: Standing) {
  return async (sandbox: StateSandbox, wanted: WantedCredential): Promise<StateOutcome> =>
    credentialOutcome(sandbox, await ensureStanding(sandbox, wanted, standing));
}

export const credentials = [
  defineState({
    name: 'credential-exists',
    summary: 'The credential is active and disclosed to the institution, and a verification link can be generated.',
    sentences: [
      'credential {contractId} exists',
      'contract {contractId} exists',
      'credential {contractId} of party {partyId} exists',
      'contract {contractId} of party {partyId} exists',
      'party {partyId} holds credential {contractId}',
      'party {partyId} has a {provider} credential {contractId}',
      'credential {contractId} is disclosed',
      'contract {contractId} is disclosed',
      'contract {contractId} can be linked',
      'a credential exists',
      'a credential {contractId} exists',
      'a credential with ID {contractId} exists',
      'credential with ID {contractId} exists',
      'a credential with contract ID {contractId} exists',
      'there is a credential {contractId}',
      'an active credential exists',
      'a valid credential exists',
      'credential {contractId} is active',
      'credential {contractId} is valid',
      'user {partyId} has credential {contractId}',
      'party {partyId} has credential {contractId}',
      'a link can be generated for contract {contractId}',
      'a link can be generated for credential {contractId}',
    ],
    parameters: { contractId: ANY_CONTRACT_ID, partyId: ANY_PARTY_ID, provider: FROM_PROVIDER },
    setUp: async (sandbox, wanted) => credentialOutcome(sandbox, await ensureActiveCredential(sandbox, wanted)),
  }),
  defineState({
    name: 'credential-revoked',
    summary: 'The provider has revoked the credential. Lists still contain it.',
    sentences: [
      'credential {contractId} is revoked',
      'contract {contractId} is revoked',
      'credential {contractId} has been revoked',
      'credential {contractId} of party {partyId} is revoked',
      'credential {contractId} of party {partyId} has been revoked',
      'party {partyId} has a revoked credential',
      'a revoked credential exists',
      'the credential has been revoked',
      'user {partyId} has a revoked credential',
      'a credential has been revoked',
    ],
    parameters: { contractId: ANY_CONTRACT_ID, partyId: ANY_PARTY_ID, provider: FROM_PROVIDER },
    setUp: withStanding('revoked'),
  }),
  defineState({
    name: 'credential-expired',
    summary: 'The credential has expired. Lists still contain it.',
    sentences: [
      'credential {contractId} is expired',
      'contract {contractId} is expired',
      'credential {contractId} has expired',
      'credential {contractId} of party {partyId} is expired',
      'credential {contractId} of party {partyId} has expired',
      'party {partyId} has an expired credential',
      'an expired credential exists',
    ],
    parameters: { contractId: ANY_CONTRACT_ID, partyId: ANY_PARTY_ID, provider: FROM_PROVIDER },
    setUp: withStanding('expired'),
  }),
  defineState({
    name: 'credential-archived',
    summary:
      'The party has archived the credential. Lists no longer contain it, but the check of a link to it reports it.',
    sentences: [
      'credential {contractId} is archived',
      'contract {contractId} is archived',
      'credential {contractId} has been archived',
      'credential {contractId} of party {partyId} is archived',
      'credential {contractId} of party {partyId} has been archived',
      'party {partyId} has an archived credential',
      'an archived credential exists',
    ],
    parameters: { contractId: ANY_CONTRACT_ID, partyId: ANY_PARTY_ID, provider: FROM_PROVIDER },
    setUp: withStanding('archived'),
  }),
  defineState({
    name: 'credential-superseded',
    summary: 'A newer credential of the same provider has superseded this one. The check of a link to it reports that.',
    sentences: [
      'credential {contractId} is superseded',
      'contract {contractId} is superseded',
      'credential {contractId} has been superseded',
      'credential {contractId} of party {partyId} is superseded',
      'credential {contractId} of party {partyId} has been superseded',
      'party {partyId} has a superseded credential',
      'a superseded credential exists',
    ],
    parameters: { contractId: ANY_CONTRACT_ID, partyId: ANY_PARTY_ID, provider: FROM_PROVIDER },
    setUp: withStanding('superseded'),
  }),
  defineState({
    name: 'credential-freshness',
    summary: 'The credential is fresh, moderate or stale, which depends on when it was issued.',
    sentences: [
      'credential {contractId} is {freshness}',
      'contract {contractId} is {freshness}',
      'the freshness of credential {contractId} is {freshness}',
      'credential {contractId} of party {partyId} is {freshness}',
      'a {freshness} credential exists',
    ],
    parameters: {
      freshness: {
        type: 'text',
        description: 'The freshness of the credential.',
        choices: ['FRESH', 'MODERATE', 'STALE'],
      },
      contractId: ANY_CONTRACT_ID,
      partyId: ANY_PARTY_ID,
      provider: FROM_PROVIDER,
    },
    async setUp(sandbox, { freshness, ...wanted }) {
      const { issuedAt, from, below } = AGES[freshness];
      const credential = await ensureActiveCredential(sandbox, { ...wanted, issuedAt });
      const age = (Date.parse((await sandbox.clock.reading()).time) - Date.parse(credential.issuedAt)) / DAY;
      if (age < from || age >= below)
        throw new Error(
          `the credential "${credential.contractId}" was issued ${Math.floor(age)} days ago in this world; name another`,
        );
      return credentialOutcome(sandbox, credential);
    },
  }),
  defineState({
    name: 'credential-undisclosed',
    summary: 'A party holds the credential, but has not disclosed it to the institution.',
    sentences: [
      'credential {contractId} is not disclosed',
      'contract {contractId} is not disclosed',
      'credential {contractId} of party {partyId} is not disclosed',
      'party {partyId} has not disclosed credential {contractId}',
      'an undisclosed credential exists',
    ],
    parameters: { contractId: ANY_CONTRACT_ID, partyId: ANY_PARTY_ID, provider: FROM_PROVIDER },
    async setUp(sandbox, wanted) {
      const credential = await ensureCredential(sandbox, wanted);
      const party = await sandbox.world.party(credential.partyId);
      await withdraw(sandbox, party, { only: [credential.provider] });
      return credentialOutcome(sandbox, credential);
    },
  }),
  defineState({
    name: 'credential-unknown',
    summary:
      'No credential with this contract ID is disclosed to the institution. A request for its link returns 404, and in a batch the item has an error.',
    sentences: [
      'credential {contractId} is unknown',
      'contract {contractId} is unknown',
      'credential {contractId} does not exist',
      'contract {contractId} does not exist',
      'no credential {contractId} exists',
      'contract {contractId} cannot be linked',
      'credential {contractId} cannot be linked',
      'no link can be generated for contract {contractId}',
      'a credential with ID {contractId} does not exist',
      'no credential with ID {contractId} exists',
      'there is no credential {contractId}',
      'there is no contract {contractId}',
    ],
    parameters: { contractId: CONTRACT_ID },
    async setUp(sandbox, { contractId }) {
      const known = await unlessNotFound(() => sandbox.world.credential(contractId));
      if (known?.disclosed === true) await withdraw(sandbox, await sandbox.world.party(known.partyId));
    },
  }),
];
