/** Provider states about single credentials. */

import { defineState, type DefinedState } from '../provider-state.js';
import { unlessNotFound } from '../state-sandbox.js';
import { withdraw } from '../world/disclosure.js';
import {
  credentialOutcome,
  ensureActiveCredential,
  ensureCredential,
  ensureStanding,
  type Standing,
} from '../world/ensure-credential.js';
import { CONTRACT_ID, OF_CREDENTIAL } from './parameters.js';

/** When a credential of a freshness was issued, and its age in days. */
const AGES = {
  FRESH: { issuedAt: '-P5D', from: 0, below: 30 },
  MODERATE: { issuedAt: '-P45D', from: 30, below: 90 },
  STALE: { issuedAt: '-P120D', from: 90, below: Infinity },
} as const;

const DAY = 86_400_000;

/** The state of a disclosed credential with this standing. */
function withStanding<const Sentences extends readonly string[]>(
  standing: Standing,
  summary: string,
  sentences: Sentences,
): DefinedState<typeof OF_CREDENTIAL, Sentences> {
  return defineState({
    name: `credential-${standing}`,
    summary,
    sentences,
    parameters: OF_CREDENTIAL,
    setUp: async (sandbox, wanted) => credentialOutcome(sandbox, await ensureStanding(sandbox, wanted, standing)),
  });
}

export const credentials = [
  defineState({
    name: 'credential-exists',
    summary: 'The credential is active and disclosed to the institution, and a verification link can be generated.',
    sentences: [
      '(credential|contract|a credential) {contractId} exists',
      '(credential|contract) {contractId} of party {partyId} exists',
      '(a |)credential with (|contract )ID {contractId} exists',
      'there is a credential {contractId}',
      '(credential|contract) {contractId} is disclosed',
      'credential {contractId} is (active|valid)',
      'contract {contractId} can be linked',
      'a link can be generated for (contract|credential) {contractId}',
      '(party|user) {partyId} (has|holds) credential {contractId}',
      'party {partyId} has a {provider} credential {contractId}',
      '(a|an active|a valid) credential exists',
    ],
    parameters: OF_CREDENTIAL,
    setUp: async (sandbox, wanted) => credentialOutcome(sandbox, await ensureActiveCredential(sandbox, wanted)),
  }),
  withStanding('revoked', 'The provider has revoked the credential. Lists still contain it.', [
    '(credential|contract) {contractId} (is|has been) revoked',
    'credential {contractId} of party {partyId} (is|has been) revoked',
    '(party|user) {partyId} has a revoked credential',
    'a revoked credential exists',
    '(the|a) credential has been revoked',
  ]),
  withStanding('expired', 'The credential has expired. Lists still contain it.', [
    '(credential|contract) {contractId} (is|has) expired',
    'credential {contractId} of party {partyId} (is|has) expired',
    'party {partyId} has an expired credential',
    'an expired credential exists',
  ]),
  withStanding(
    'archived',
    'The party has archived the credential. Lists no longer contain it, but the check of a link to it reports it.',
    [
      '(credential|contract) {contractId} (is|has been) archived',
      'credential {contractId} of party {partyId} (is|has been) archived',
      'party {partyId} has an archived credential',
      'an archived credential exists',
    ],
  ),
  withStanding(
    'superseded',
    'A newer credential of the same provider has superseded this one. The check of a link to it reports that.',
    [
      '(credential|contract) {contractId} (is|has been) superseded',
      'credential {contractId} of party {partyId} (is|has been) superseded',
      'party {partyId} has a superseded credential',
      'a superseded credential exists',
    ],
  ),
  defineState({
    name: 'credential-freshness',
    summary: 'The credential is fresh, moderate or stale, which depends on when it was issued.',
    sentences: [
      '(credential|contract) {contractId} is {freshness}',
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
      ...OF_CREDENTIAL,
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
      '(credential|contract) {contractId} is not disclosed',
      'credential {contractId} of party {partyId} is not disclosed',
      'party {partyId} has not disclosed credential {contractId}',
      'an undisclosed credential exists',
    ],
    parameters: OF_CREDENTIAL,
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
      '(credential|contract) {contractId} (is unknown|does not exist|cannot be linked)',
      'no credential (|with ID ){contractId} exists',
      'a credential with ID {contractId} does not exist',
      'there is no (credential|contract) {contractId}',
      'no link can be generated for contract {contractId}',
    ],
    parameters: { contractId: CONTRACT_ID },
    async setUp(sandbox, { contractId }) {
      const known = await unlessNotFound(() => sandbox.world.credential(contractId));
      if (known?.disclosed === true) await withdraw(sandbox, await sandbox.world.party(known.partyId));
    },
  }),
];
