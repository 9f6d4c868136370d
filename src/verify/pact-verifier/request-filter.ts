/**
 * The `requestFilter` of Pact's verifier: changes requests as `verifyPacts` does, and fails those whose states
 * failed.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { shippedContract } from '../../start/shipped.js';
import { bodyReadBefore } from '../../common/platform/body-read-before.js';
import { adaptRequest } from '../../pact/provider/adapt-request.js';
import type { CurrentInteraction } from '../../pact/provider/current-interaction.js';
import { rawRequest } from '../../pact/provider/gateway.js';

interface FilteredRequest {
  readonly method: string;
  url: string;
  readonly headers: IncomingHttpHeaders;
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

async function adapt(request: FilteredRequest, interaction: CurrentInteraction): Promise<void> {
  const received = rawRequest(request, request.url, bodyReadBefore(request) ?? Buffer.alloc(0));
  const { target, headers, body } = await adaptRequest(received, interaction, shippedContract());
  request.url = target;
  Object.assign(request.headers, headers);
  if (body.length === 0) return;
  // Bytes are sent unchanged. A parsed form would be sent as JSON with the length of the form.
  request.body = body;
  request.headers['content-length'] = String(body.length);
}
