import type { Exchange } from '../../journal/exchange.js';
import { respondedAt } from '../exchanges.js';
import type { Evidence, Examine } from '../rule.js';
import { byRequest, runsOf } from '../series.js';

/** A client has one token request open at a time for each thing that it asks for, such as a scope. */
export const oneTokenRequest: Examine = (exchanges, evidence, examination) => {
  const requests = exchanges.filter(({ operation }) => operation === 'issueToken');
  // A burst continues with each request that was open at the same time as one of its requests. Search the newest first:
  // such a request most likely arrived just before.
  const continuesBurst = (exchange: Exchange, _: Exchange, burst: readonly Exchange[]): boolean =>
    burst.findLastIndex((one) => wereAtOnce(one, exchange, evidence)) !== -1;
  const bursts = byRequest(requests).flatMap((group) => runsOf(group, continuesBurst));
  for (const burst of bursts) {
    const what = `Requested ${burst.length} access tokens at once.`;
    if (burst.length === 1) examination.followed.push(...burst);
    else examination.offences.push({ exchanges: burst, what, allowedPerSender: 1 });
  }
};

/**
 * Whether the later request came before the response to the earlier request. It counts only if the client received that
 * response: a client that gave the earlier request up does not wait for two tokens.
 */
function wereAtOnce(earlier: Exchange, later: Exchange, { gotResponse }: Evidence): boolean {
  return later.received < (respondedAt(earlier) ?? -Infinity) && gotResponse(earlier);
}
