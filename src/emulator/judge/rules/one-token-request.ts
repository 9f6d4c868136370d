import type { Exchange } from '../../journal/exchange.js';
import { respondedAt } from '../exchanges.js';
import type { Evidence, Rule } from '../rule.js';
import { groupBy, runsOf } from '../series.js';

export const oneTokenRequest: Rule = {
  id: 'one-token-request',
  title: 'A client requests one access token at a time.',
  basis: 'specification section 5.1; RFC 6749 section 4.4',
  precondition: 'token request of a known client',
  remedy: 'Let everything that needs a token wait for the one open token request.',
  doubt:
    'A client may not wait for a token request any longer. It is known to wait only if it uses the access token, or sends more on that connection.',
  presumesOneClient: true,
  examine: (exchanges, evidence, examination) => {
    const requests = groupBy(exchanges, ({ operation, clientId }) =>
      operation === 'issueToken' ? clientId : undefined,
    );
    const bursts = requests.flatMap((own) =>
      // Search the newest first: a simultaneous request most likely arrived just before.
      runsOf(own, (exchange, _, burst) => burst.findLastIndex((one) => wereAtOnce(one, exchange, evidence)) !== -1),
    );
    for (const burst of bursts) {
      if (burst.length > 1) examination.addOffence(burst, `Requested ${burst.length} access tokens at once.`, 1);
      else examination.followed.push(...burst);
    }
  },
};

/** Whether the later request came before the response to the earlier one, and the client received that response. */
function wereAtOnce(earlier: Exchange, later: Exchange, { gotResponse }: Evidence): boolean {
  return later.received < (respondedAt(earlier) ?? -Infinity) && gotResponse(earlier);
}
