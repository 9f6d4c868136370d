/** What Pact's verifier does to a request before it sends it: a `requestFilter`. */

import { shippedContract } from '../../shipped.js';
import { adaptRequest, type RawRequest } from '../../verification/run/adapt-request.js';
import type { InteractionUnderWay } from './interaction-under-way.js';

interface FilteredRequest {
  readonly method: string;
  url: string;
  readonly headers: Record<string, string | string[] | undefined>;
  /** As Pact's proxy has read it: bytes, or what JSON or a form holds. */
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

/** How the paths begin by which the verifier talks to itself. */
const OF_PACT_ITSELF = '/_';

/** The filter for the interaction at hand, whichever that is. */
export function requestFilterOf(interaction: InteractionUnderWay): RequestFilter {
  return function filterRequest(request, response, next) {
    if (request.url.startsWith(OF_PACT_ITSELF)) {
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

/** Changes the request as `verifyPacts` does. */
async function adapt(request: FilteredRequest, { sandbox, setUp }: InteractionUnderWay): Promise<void> {
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
  // As bytes: what Pact's proxy has read as a form it would send on as JSON, as long as the form was.
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
