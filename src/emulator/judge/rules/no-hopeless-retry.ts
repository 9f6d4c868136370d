import type { Exchange } from '../../journal/exchange.js';
import { pauseBetween, pausesIn } from '../exchanges.js';
import type { Examine } from '../rule.js';
import { requestOfClient } from '../same-request.js';
import { chainsOf, groupBy } from '../series.js';

/** Statuses that say that the request itself is wrong. */
const INVALID_REQUEST: ReadonlySet<number> = new Set([400, 405, 413, 415, 422]);
/** The longest time between repetitions, in milliseconds. A repetition after a longer time may be intended. */
const SOON = 60_000;
/** The fewest equal requests that may be an offence. A second attempt may come from a person. */
const FEWEST_REQUESTS = 3;
const SENT_AGAIN = 'A request that was refused as invalid was sent once more, which a person may have done.';
/** The least growth factor of a retrying client's pauses. Pauses between tests seldom grow. */
const GROWTH = 1.5;
/** The shortest first pause of a retrying client, in milliseconds. */
const FIRST_PAUSE = 50;

/**
 * Whether a client repeats a request that the service has refused as wrong. What counts as such a refusal:
 *
 * - Token requests do not count: the journal keeps no secrets, so two requests that look equal may differ.
 * - A 404 for a party or a credential does not count, because the party may come into existence.
 * - A 404 for an unknown endpoint counts.
 * - The public check of an unknown link counts if it is repeated with growing pauses, as if the service were down.
 */
export const noHopelessRetry: Examine = (exchanges, evidence, examination) => {
  // A public check names no client.
  const keyOf = (one: Exchange): string | undefined => (isPublicCheck(one) ? one.path : requestOfClient(one));
  const refused = groupBy(exchanges.filter(isInvalid), keyOf);
  const chains = refused.flatMap((same) => chainsOf(same, evidence));
  for (const run of chains.flatMap(runsWithinMinute)) {
    // A client that sent the request once has accepted the refusal. Two requests are neither that nor an offence.
    if (run.length === 1) examination.followed.push(...run);
    if (run.length === 2) examination.seenInstead = SENT_AGAIN;
    if (run.length < FEWEST_REQUESTS) continue;

    const first = run[0]!;
    const isRetrying = hasGrowingPauses(run);
    // Several tests may check the same unknown link.
    if (!isRetrying && isPublicCheck(first)) continue;

    const what = `Sent the same request ${run.length} times although it was refused with ${first.status}.`;
    // Without growing pauses, several senders may each have sent the request once or twice.
    const allowedPerSender = isRetrying ? 0 : FEWEST_REQUESTS - 1;
    examination.offences.push({ exchanges: run, what, allowedPerSender });
  }
};

/**
 * Runs of requests that were sent within a minute of each other. A request in a run too short for an offence may also
 * be in the next run.
 */
function runsWithinMinute(chain: readonly Exchange[]): Exchange[][] {
  const runs: Exchange[][] = [];
  let run: Exchange[] = [];
  for (const exchange of chain) {
    const isSoonAfter = (earlier: Exchange): boolean => pauseBetween(earlier, exchange) < SOON;
    if (run.length > 0 && !isSoonAfter(run[0]!)) {
      runs.push(run);
      // The run was too short for an offence. Its later requests may begin another run, which is long enough.
      run = run.length < FEWEST_REQUESTS ? run.filter(isSoonAfter) : [];
    }
    run.push(exchange);
  }

  return [...runs, run];
}

/** Whether the request was refused for what it contains, so that repeating it cannot help. */
function isInvalid({ status, operation }: Exchange): boolean {
  if (operation === 'issueToken') return false;
  const isUnknownPlace = operation === undefined || isPublicCheck({ operation });
  return INVALID_REQUEST.has(status) || (status === 404 && isUnknownPlace);
}

/** Whether the exchange is the public check of a link, which anybody may call. */
function isPublicCheck({ operation }: Pick<Exchange, 'operation'>): boolean {
  return operation === 'checkVerificationStatus';
}

/** Whether the pauses grow, as if the client took the refusal for a failure of the service. */
function hasGrowingPauses(run: readonly Exchange[]): boolean {
  const pauses = pausesIn(run);
  const leastPause = (at: number): number => (at === 0 ? FIRST_PAUSE : GROWTH * pauses[at - 1]!);
  const isGrowing = pauses.every((pause, at) => pause >= leastPause(at));

  // With only three requests, two pauses may grow by chance.
  return isGrowing && run.length > FEWEST_REQUESTS;
}
