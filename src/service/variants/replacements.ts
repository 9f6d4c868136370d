/** What is answered instead at the points where a variant is another answer altogether, by point and variant. */

import { notFound, ServiceFailure } from '../service-failure.js';
import { type ServiceResponse, emptyResponse, jsonResponse, type ReachedPoint } from '../service-response.js';
import { goneLink, NO_SCORE } from './answers-about-nothing.js';

/** An answer, or the failure that becomes one. */
export type Outcome = ServiceResponse | ServiceFailure;

type Replace<Given> = (given: Given, situation: ReachedPoint) => Outcome;

/** Whatever was answered. */
const ANSWERS: Readonly<Record<string, Readonly<Record<string, Replace<Outcome>>>>> = {
  'unknown-party-score': {
    zero: (_, { subject }) => jsonResponse(200, { partyId: subject, humanScore: NO_SCORE }),
    '403': () => new ServiceFailure(403, 'forbidden', 'The party has disclosed nothing to this institution.'),
  },
  'unknown-party-credentials': { '404': () => notFound('Party not found.') },
  'unknown-party-request': {
    '204': emptyResponse,
    '400': () => new ServiceFailure(400, 'invalid_request', 'There is no such party.'),
  },
  'no-match': { '404': () => notFound('No credentials found.') },
  'unknown-contract': {
    '403': () => new ServiceFailure(403, 'forbidden', 'The credential has not been disclosed to this institution.'),
    '400': () => new ServiceFailure(400, 'invalid_request', 'There is no such credential.'),
  },
  'expired-link': {
    '410': () => new ServiceFailure(410, 'gone', 'The verification link has expired.'),
    expired: () => jsonResponse(200, goneLink('expired', 'The verification link has expired.')),
    'not-found': () => jsonResponse(200, goneLink('not_found', 'Verification token not found or expired.')),
  },
};

/** Failures that are told otherwise. */
const FAILURES: Readonly<Record<string, Readonly<Record<string, Replace<ServiceFailure>>>>> = {
  unauthenticated: { '403': (failure) => toldAs(failure, 403, 'forbidden') },
  'bad-client': {
    unauthorized_client: (failure) => toldAs(failure, failure.status, 'unauthorized_client'),
    'bad-request': (failure) => toldAs(failure, 400, failure.code),
  },
  'invalid-body': { '422': (failure) => toldAs(failure, 422, failure.code) },
};

/** What the variant has in the place of the outcome; the outcome itself where it has nothing. */
export function replaced(outcome: Outcome, situation: ReachedPoint, variant: string): Outcome {
  const other = ANSWERS[situation.point]?.[variant];
  if (other !== undefined) return other(outcome, situation);
  return outcome instanceof ServiceFailure
    ? (FAILURES[situation.point]?.[variant]?.(outcome, situation) ?? outcome)
    : outcome;
}

function toldAs({ message, headers, details }: ServiceFailure, status: number, code: string): ServiceFailure {
  return new ServiceFailure(status, code, message, { headers, ...(details && { details }) });
}
