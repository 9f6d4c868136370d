/** A generated row of the users list as a number: eight times that of its party, and that of its data request. */

import type { Population } from '../../population/population.js';
import { type OutcomeFacts, OUTCOMES } from '../../population/shares.js';
import type { Now } from '../../time/now.js';
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

/** What became of the data request of a row. */
export function factsOfRow(population: Population, row: number): OutcomeFacts {
  return OUTCOMES[population.profiles.of(partyOfRow(row)).outcomes[requestOfRow(row)]!];
}

/** The KYC status of a row. */
export function kycStatusOfRow(population: Population, row: number, time: Now): KycStatus {
  const index = partyOfRow(row);
  const { userStatus } = population.profiles.of(index);
  const { request, credential, isKyc } = factsOfRow(population, row);
  if (isKyc) return kycStatusBy(userStatus, request, 'none-needed');
  if (credential !== 'active') return kycStatusBy(userStatus, request, credential);
  const isExpired = time.hasCome(time.epoch + population.expiry(index, requestOfRow(row))!);
  return kycStatusBy(userStatus, request, isExpired ? 'expired' : 'valid');
}
