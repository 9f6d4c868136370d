/** Replaces the body by a body that the contract does not define. */

import { messageIn } from '../representations/error-responses.js';
import type { ServiceResponse } from '../service-response.js';
import type { FaultPerformer } from './fault-performer.js';

const HTML = '<!doctype html>\n<html><head><title>Please wait</title></head><body><h1>Please wait</h1></body></html>\n';

export const performBody: FaultPerformer<'body'> = ({ as }, _context, next) => {
  const response = next();
  // An HTML page from an intermediary comes with status 200, whatever the service responded.
  if (as === 'html') return withText({ ...response, status: 200 }, HTML, 'text/html; charset=utf-8');
  if (response.body === undefined) return response;
  const text = JSON.stringify(response.body);
  if (as === 'malformed') return withText(response, `${text.slice(0, -1)},`);
  if (as === 'empty') return withText(response, '');
  if (as === 'text-type') return withText(response, text, 'text/plain; charset=utf-8');
  if (response.status < 400) return response;

  return withText(response, JSON.stringify(otherShape(response)));
};

function withText(response: ServiceResponse, text: string, type?: string): ServiceResponse {
  const { headers } = response;
  return { ...response, text, headers: type === undefined ? headers : { ...headers, 'Content-Type': type } };
}

/** An error body in a form that many frameworks use. */
function otherShape({ status, body }: ServiceResponse): unknown {
  return { statusCode: status, errors: [{ detail: messageIn(body) ?? 'The request failed.' }] };
}
