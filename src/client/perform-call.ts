/** A call from its first attempt to its last: pause, token, send, renew the token, try again. */

import type { AccessTokens } from './access-tokens.js';
import { backoff } from './backoff.js';
import type { Deadline } from './deadline.js';
import { decideRetry } from './decide-retry.js';
import { ConnectionError } from './errors/connection-error.js';
import { notify } from './hooks.js';
import type { Line } from './line.js';
import { sendOnce } from './send-once.js';
import type { ServiceRequest } from './service-request.js';
import type { Answer } from './transport.js';

export interface Performed {
  readonly answer: Answer;
  /** The token that was sent last. */
  readonly token: string | undefined;
}

/**
 * The last answer, whatever its status.
 * @param tokens undefined where the request bears none
 * @throws ConnectionError, or why the call had to end
 */
export async function performCall(
  request: ServiceRequest,
  line: Line,
  deadline: Deadline,
  tokens?: AccessTokens,
): Promise<Performed> {
  const call = line.nextCall();
  let hasRenewed = false;
  for (let attempt = 1, retry = 1; ; attempt++) {
    await line.pause.over(deadline, () => backoff(1, line.maxRetryDelay, line.random));
    const token = await tokens?.current(deadline);
    const { event, outcome } = await sendOnce(request, token, { call, attempt }, line, deadline);
    const failed =
      outcome instanceof ConnectionError ? { status: 0, error: outcome } : { status: outcome.status, error: undefined };
    if (token !== undefined && failed.status > 0 && failed.status !== 401 && failed.status !== 403)
      tokens?.accept(token);
    if (token !== undefined && mayHaveExpired(token, failed.status, tokens)) {
      tokens?.discard(token);
      if (!hasRenewed) {
        hasRenewed = true;
        notify(line.hooks.onRetry, { ...event, ...failed, delay: 0 });
        continue;
      }
    }
    const delay = decideRetry(request, outcome, retry, line);
    if (delay === undefined || delay > deadline.remaining) {
      if (outcome instanceof ConnectionError) throw outcome;
      return { answer: outcome, token };
    }
    retry += 1;
    notify(line.hooks.onRetry, { ...event, ...failed, delay });
    await deadline.wait(delay);
  }
}

/**
 * The specification has 401 or 403 for a token that has expired (section 5.6). 403 for one that has never been good is no matter
 * of time: the institution, or what it asked for, is refused.
 */
function mayHaveExpired(token: string, status: number, tokens: AccessTokens | undefined): boolean {
  return status === 401 || (status === 403 && tokens?.wasAccepted(token) === true);
}
