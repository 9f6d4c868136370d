/**
 * The `requestFilter` of Pact's verifier: changes requests as `verifyPacts` does, and fails those whose states
 * failed.
 */

import { shippedContract } from '../../shipped.js';
import { adaptRequest, type RawRequest } from '../../pact/verifier/adapt-request.js';
import type { CurrentInteraction } from '../../pact/verifier/current-interaction.js';

interface FilteredRequest {
  readonly method: string;
  url: string;
  readonly headers: Record<string, string | string[] | undefined>;
  /** As Pact's proxy has parsed it: bytes, or the value of JSON or of a form. */
  body?: unknown;
}

interface FilteredResponse {
  statusCode: number;
  end(text: string): unknown;
}

/** An Express handler. */
export type RequestFilter = (
  request: FilteredRequest,
  response: FilteredResponse,
  next: (error?: unknown) => void,
) => void;

/** Prefix of the paths of the verifier's own requests. */
const INTERNAL_PREFIX = '/_';

/** The filter for the current interaction. */
export function requestFilterOf(interaction: CurrentInteraction): RequestFilter {
  return function filterRequest(request, response, next) {
    if (request.url.startsWith(INTERNAL_PREFIX)) {
      next();
    } else if (interaction.failure !== undefined) {
      response.statusCode = 502;
      response.end(interaction.failure.message);
    } else {
      adapt(request, interaction).then(() => {
        next();
      }, next);
    }
  };
}

async function adapt(request: FilteredRequest, { sandbox, setUp }: CurrentInteraction): Promise<void> {
  const surroundings = {
    sandbox,
    replacements: setUp?.replacements ?? {},
    authentication: setUp?.authentication ?? false,
  };
  const { target, headers, body } = await adaptRequest(rawRequest(request), surroundings, {
    contract: shippedContract(),
    addToken: false,
  });
  request.url = target;
  Object.assign(request.headers, headers);
  if (body.length === 0) return;
  // Bytes are sent unchanged. A parsed form would be sent as JSON with the length of the form.
  request.body = body;
  request.headers['content-length'] = String(body.length);
}

function rawRequest({ method, url, headers, body }: FilteredRequest): RawRequest {
  const single = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, [value].flat().join(', ')]],
  );
  return {
    method,
    target: url,
    headers: Object.fromEntries(single),
    body: bytesOf(body, String(headers['content-type'])),
  };
}

function bytesOf(body: unknown, type: string): Buffer {
  if (Buffer.isBuffer(body)) return body;
  if (typeof body !== 'object' || body === null) return Buffer.alloc(0);
  return Buffer.from(
    type.includes('x-www-form-urlencoded') ? new URLSearchParams(fieldsOf(body)).toString() : JSON.stringify(body),
  );
}

function fieldsOf(form: object): [string, string][] {
  return Object.entries(form).flatMap(([name, value]) =>
    [value].flat().map((item): [string, string] => [name, String(item)]),
  );
}
