/** What Pact's verifier does to a request before it sends it: a `requestFilter`. */

import type { InteractionUnderWay } from './interaction-under-way.js';
import { replaceInPath } from './replace-invented.js';

interface FilteredRequest {
  url: string;
  readonly headers: Record<string, string | string[] | undefined>;
}

interface FilteredResponse {
  statusCode: number;
  end(text: string): unknown;
}

/** An Express handler. */
export type RequestFilter = (request: FilteredRequest, response: FilteredResponse, next: (error?: unknown) => void) => void;

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
      complete(request, interaction).then(() => { next(); }, next);
    }
  };
}

/** Names the sandbox, replaces what the pact invents, and makes the access token good. */
async function complete(request: FilteredRequest, { sandbox, setUp }: InteractionUnderWay): Promise<void> {
  const { headers } = request;
  headers['emulator-sandbox'] = sandbox.id;
  request.url = replaceInPath(request.url, setUp?.replacements ?? {});
  if (setUp?.authentication === true || !/^bearer /i.test(String(headers['authorization']))) return;
  const { accessToken } = await sandbox.accessToken();
  headers['authorization'] = `Bearer ${accessToken}`;
}
