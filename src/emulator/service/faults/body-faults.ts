/** Faults that change the body of a response beyond what its schema allows, or let items of a batch fail. */

import { hashText, shuffledIndexes } from '../../domain/time/random.js';
import type { BatchItemsFault } from '../../scenarios/fault.js';
import { contractIdsOf, withFailedItems } from '../operations/verification-links.js';
import { messageIn } from '../representations/error-responses.js';
import type { ServiceResponse } from '../service-response.js';
import type { FaultPerformer } from './fault-performer.js';

/** A page as an intermediary, such as a gateway, sends it in place of the response. */
const HTML = '<!doctype html>\n<html><head><title>Please wait</title></head><body><h1>Please wait</h1></body></html>\n';

/** Replaces the body by a body that the contract does not define. */
export const performBody: FaultPerformer<'body'> = ({ as }, _context, next) => {
  const response = next();
  // An HTML page from an intermediary comes with status 200, whatever the service responded.
  if (as === 'html') return withText({ ...response, status: 200 }, HTML, 'text/html; charset=utf-8');
  if (response.body === undefined) return response;

  const text = JSON.stringify(response.body);
  // A comma in place of the last bracket makes the JSON invalid, and keeps its length.
  if (as === 'malformed') return withText(response, `${text.slice(0, -1)},`);
  if (as === 'empty') return withText(response, '');
  if (as === 'text-type') return withText(response, text, 'text/plain; charset=utf-8');
  // What remains is another form of errors.
  if (response.status < 400) return response;

  // The form of error bodies in many frameworks.
  const errors = [{ detail: messageIn(response.body) ?? 'The request failed.' }];
  return withText(response, JSON.stringify({ statusCode: response.status, errors }));
};

/** The response with another body, and with its media type if there is one. */
function withText(response: ServiceResponse, text: string, type?: string): ServiceResponse {
  if (type === undefined) return { ...response, text };
  return { ...response, text, headers: { ...response.headers, 'Content-Type': type } };
}

/** Fails items of a batch of links. The other items stay as they are. */
export const performBatchItems: FaultPerformer<'batch-items'> = (fault, { exchange }, next) => {
  const response = next();
  const items = contractIdsOf(response.body);
  if (items.length === 0) return response;

  const failing = failingIndexes(fault, items, exchange.sandbox.seed);

  return { ...response, body: withFailedItems(response.body, failing, fault.message) };
};

/** The positions of the items that fail: those that the fault names, or else a share that is drawn. */
function failingIndexes(fault: BatchItemsFault, items: readonly string[], seed: number): ReadonlySet<number> {
  const { indexes, contracts, share = 0 } = fault;
  if (indexes === undefined && contracts === undefined) return drawnIndexes(items, share, seed);

  const failing = new Set(indexes);
  for (const [index, item] of items.entries()) if (contracts?.includes(item)) failing.add(index);

  return failing;
}

/** The positions of a share of the items, at least one unless the share is 0. Equal batches fail at equal positions. */
function drawnIndexes(items: readonly string[], share: number, seed: number): ReadonlySet<number> {
  const count = share === 0 ? 0 : Math.max(1, Math.round(share * items.length));
  const shuffled = shuffledIndexes(items.length, seed, hashText(items.join(' ')));

  return new Set(shuffled.slice(0, count));
}
