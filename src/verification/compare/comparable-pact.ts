/**
 * A pact as `@pactflow/openapi-pact-comparator` reads it without mistakes. It splits queries that are not text at every
 * `&` and `=` in their values, forms at every comma, and gives up at a header that no HTTP library would send.
 */

import type { Contract } from '../../contract/contract.js';
import { formFields } from '../../pact/form-fields.js';
import { matchRequest } from '../../pact/match-request.js';
import type { PactFile, PactInteraction, PactRequest } from '../../pact/pact-file.js';

/** The same interactions in the same order, in the form of version 2. */
export function comparablePact({ interactions }: PactFile, contract: Contract): object {
  return {
    metadata: { pactSpecification: { version: '2.0.0' } },
    interactions: interactions.map((interaction) => comparable(interaction, contract)),
  };
}

function comparable({ description, request, response }: PactInteraction, contract: Contract): object {
  return {
    description,
    request: {
      method: request.method,
      path: wholePath(request, contract),
      query: queryText(request.query),
      headers: sendable(request.headers),
      ...(request.body !== undefined && { body: contentOf(request) }),
    },
    response: {
      status: response.status,
      headers: sendable(response.headers),
      ...(response.body !== undefined && { body: response.body.content }),
    },
  };
}

/** From the root, with the characters encoded that would end a path. */
function wholePath(request: PactRequest, contract: Contract): string {
  const match = matchRequest(contract, request);
  if (match.kind !== 'operation') return request.path;
  return match.operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(match.pathParameters[name] ?? ''),
  );
}

/** Several values of a name are one with commas, as it expects arrays. */
function queryText(query: PactRequest['query']): string {
  return Object.entries(query)
    .map(([name, values]) => `${encodeURIComponent(name)}=${values.map(encodeURIComponent).join(',')}`)
    .join('&');
}

function contentOf({ headers, body }: PactRequest): unknown {
  const { content, contentType } = body!;
  const isForm = (headers['content-type']?.[0] ?? contentType ?? '').startsWith('application/x-www-form-urlencoded');
  return isForm ? formFields(content) : content;
}

const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
const NOT_IN_VALUE = /[^\t\x20-\x7e\x80-\xff]/g;

function sendable(headers: PactRequest['headers']): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => NAME.test(name));
  return Object.fromEntries(entries.map(([name, values]) => [name, values.join(', ').replace(NOT_IN_VALUE, '?')]));
}
