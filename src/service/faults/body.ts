/** Replaces the body by something that the contract does not know. */

import type { BodyFault } from '../../scenarios/fault.js';
import type { ServiceResponse } from '../service-response.js';
import type { FaultPerformer } from './fault-performer.js';

const HTML = '<!doctype html>\n<html><head><title>Please wait</title></head><body><h1>Please wait</h1></body></html>\n';

export const performBody: FaultPerformer<BodyFault> = ({ as }, _context, next) => {
  const answer = next();
  // Whoever stands in between knows nothing of the answer, and says 200 to everything.
  if (as === 'html') return withText({ ...answer, status: 200 }, HTML, 'text/html; charset=utf-8');
  if (answer.body === undefined) return answer;
  const text = JSON.stringify(answer.body);
  switch (as) {
    case 'malformed':
      return withText(answer, `${text.slice(0, -1)},`);
    case 'empty':
      return withText(answer, '');
    case 'text-type':
      return withText(answer, text, 'text/plain; charset=utf-8');
    case 'other-error-shape':
      return withText(answer, JSON.stringify(otherShape(answer)));
  }
};

function withText(answer: ServiceResponse, text: string, type?: string): ServiceResponse {
  return {
    ...answer,
    text,
    headers: type === undefined ? answer.headers : { ...answer.headers, 'Content-Type': type },
  };
}

/** An error as many frameworks word it; an answer that is no error stays as it is. */
function otherShape({ status, body }: ServiceResponse): unknown {
  if (status < 400) return body;
  const { message, error_description: description } = body as { message?: string; error_description?: string };
  return { statusCode: status, errors: [{ detail: message ?? description ?? 'The request failed.' }] };
}
