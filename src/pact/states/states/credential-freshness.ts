import { defineState } from '../define-state.js';
import { ensureGoodCredential, valuesOfCredential } from '../world/ensure-credential.js';
import { ANY_CONTRACT_ID, ANY_PARTY_ID, FROM_PROVIDER } from '../world/parameters.js';

/** When a credential of a freshness was issued, and how old it may be in days. */
const AGES = {
  FRESH: { issuedAt: '-P5D', from: 0, below: 30 },
  MODERATE: { issuedAt: '-P45D', from: 30, below: 90 },
  STALE: { issuedAt: '-P120D', from: 90, below: Infinity },
} as const;

const DAY = 86_400_000;

export const credentialFreshness = defineState({
  name: 'credential-freshness',
  group: 'credentials',
  summary: 'A credential is fresh, moderate or stale by the time at which it was issued.',
  sentences: [
    'credential {contractId} is {freshness}',
    'contract {contractId} is {freshness}',
    'the freshness of credential {contractId} is {freshness}',
    'credential {contractId} of party {partyId} is {freshness}',
    'a {freshness} credential exists',
  ],
  parameters: {
    freshness: { type: 'text', description: 'By its age.', choices: ['FRESH', 'MODERATE', 'STALE'] },
    contractId: ANY_CONTRACT_ID,
    partyId: ANY_PARTY_ID,
    provider: FROM_PROVIDER,
  },
  async setUp(sandbox, { freshness, ...wanted }) {
    const { issuedAt, from, below } = AGES[freshness];
    const credential = await ensureGoodCredential(sandbox, { ...wanted, issuedAt });
    const age = (Date.parse((await sandbox.clock.reading()).time) - Date.parse(credential.issuedAt)) / DAY;
    if (age < from || age >= below)
      throw new Error(
        `the credential "${credential.contractId}" was issued ${Math.floor(age)} days ago in this world; name another`,
      );
    return { values: await valuesOfCredential(sandbox, credential) };
  },
});
