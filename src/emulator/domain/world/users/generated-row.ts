/** A generated row of the users list as a number: eight times that of its party, and that of its data request. */

import type { Population } from '../../population/population.js';
import { OUTCOMES } from '../../population/profiles.js';
import { kycStatusBy } from '../credential-status.js';
import type { KycStatus } from '../model.js';

const ROWS_OF_PARTY = 8;

export function rowNumber(index: number, nth: number): number {
  return index * ROWS_OF_PARTY + nth;
}

export function partyOfRow(row: number): number {
  return Math.floor(row / ROWS_OF_PARTY);
}

export function requestOfRow(row: number): number {
  return row % ROWS_OF_PARTY;
}

/** The KYC status of a generated data request, `sinceStart` milliseconds after the start of the clock. */
export function generatedKycStatus(population: Population, index: number, nth: number, sinceStart: number): KycStatus {
  const { userStatus, outcomes } = population.profile(index);
  const { request, credential, isKyc } = OUTCOMES[outcomes[nth]!];
  if (isKyc) return kycStatusBy(userStatus, request, 'none-needed');
  if (credential !== 'active') return kycStatusBy(userStatus, request, credential);
  return kycStatusBy(userStatus, request, population.expiry(index, nth)! <= sinceStart ? 'expired' : 'valid');
}
