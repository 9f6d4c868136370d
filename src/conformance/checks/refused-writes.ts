/** Links and data requests that cannot be made: section 7, and what we guess beside it. None of these requests makes anything. */

import type { OperationId } from '../../contract/operation.js';
import type { CheckGroup } from '../check.js';
import { UNKNOWN } from '../sample.js';
import { answersWith, type Asked } from './answers-with.js';

const LARGE = 1_048_577;
const MOST_IN_BATCH = 100;

const OPERATIONS: readonly { readonly operation: OperationId; readonly name: string; readonly title: string; readonly member: string }[] = [
  { operation: 'generateVerificationLink', name: 'link', title: 'a link', member: 'contractId' },
  { operation: 'generateVerificationLinksBatch', name: 'batch', title: 'a batch of links', member: 'requests' },
  { operation: 'createCredentialsRequest', name: 'request', title: 'a data request', member: 'partyId' },
];

const EACH = OPERATIONS.flatMap(({ operation, name, title, member }): Asked[] => [
  { id: `refused-writes.${name}-missing`, title: `${title} without ${member} is answered with 400`, section: '7', operation, call: { body: {} } },
  { id: `refused-writes.${name}-type`, title: `${title} whose ${member} is a number is answered with 400`, section: '7', operation, call: { body: { [member]: 1, providers: ['GITHUB'] } } },
  { id: `refused-writes.${name}-json`, title: `${title} in JSON that breaks off is answered with 400`, section: '7', operation, call: { rawBody: { mediaType: 'application/json', text: `{"${member}":` } } },
  { id: `refused-writes.${name}-media-type`, title: `${title} that is no JSON is answered with 415`, point: 'UnsupportedMediaType', operation, call: { rawBody: { mediaType: 'text/plain', text: member } }, status: 415 },
]);

const OWN: readonly Asked[] = [
  { id: 'refused-writes.batch-101', title: `a batch of ${MOST_IN_BATCH + 1} links is answered with 400`, section: '8', operation: 'generateVerificationLinksBatch', call: { body: { requests: Array.from({ length: MOST_IN_BATCH + 1 }, () => ({ contractId: UNKNOWN.contractId })) } } },
  { id: 'refused-writes.link-unknown', title: 'a link for an unknown credential is answered with 404', point: 'generateVerificationLink:unknown-contract', operation: 'generateVerificationLink', call: { body: { contractId: UNKNOWN.contractId } }, status: 404 },
  { id: 'refused-writes.link-empty', title: 'a link for an empty contract ID is answered with 400', point: 'ContractId:refusal', operation: 'generateVerificationLink', call: { body: { contractId: '' } } },
  { id: 'refused-writes.request-unknown', title: 'a data request to an unknown party is answered with 404', point: 'createCredentialsRequest:unknown-party', operation: 'createCredentialsRequest', call: { body: { partyId: UNKNOWN.partyId, providers: ['GITHUB'] } }, status: 404 },
  { id: 'refused-writes.request-no-providers', title: 'a data request without a provider is answered with 400', point: 'CredentialsRequest.providers:refusal', operation: 'createCredentialsRequest', call: { body: { partyId: UNKNOWN.partyId, providers: [] } } },
  { id: 'refused-writes.request-unknown-provider', title: 'a data request to an unknown provider is answered with 400', point: 'CredentialsRequest.providers:refusal', operation: 'createCredentialsRequest', call: { body: { partyId: UNKNOWN.partyId, providers: [UNKNOWN.value] } } },
  { id: 'refused-writes.too-large', title: `a body of more than ${LARGE - 1} bytes is answered with 413`, point: 'PayloadTooLarge', operation: 'generateVerificationLink', call: { rawBody: { mediaType: 'application/json', text: JSON.stringify({ contractId: UNKNOWN.contractId, filler: ' '.repeat(LARGE) }) } }, status: 413 },
];

/** The group. */
export const REFUSED_WRITES: CheckGroup = { name: 'refused-writes', title: 'links and data requests that are refused', checks: [...EACH, ...OWN].map((asked) => answersWith({ ...asked, needs: ['write'] })) };
