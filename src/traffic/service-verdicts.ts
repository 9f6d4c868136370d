/** Judges the client of a service by recordings. Verdicts show no values of its traffic. */

import { allAtOnce } from '../common/steps.js';
import { type Exchange, headerOf } from '../emulator/journal/exchange.js';
import { respondedAt } from '../emulator/judge/exchanges.js';
import { judge, type JudgeOptions } from '../emulator/judge/judge.js';
import { beginningsIn } from '../emulator/judge/restarts.js';
import type { Rule, Verdict } from '../emulator/judge/rule.js';
import { RULES } from '../emulator/judge/rules.js';
import type { RecordedFile } from './recorded-file.js';
import { HIDDEN_TOKEN } from './service-exchange.js';
import type { ReadRecording } from './service-recording.js';
import SILENCES from './silences.json' with { type: 'json' };

/** Why a request for a token does not show whether the client reuses tokens. */
const SEVERAL_TOKENS = 'Several clients used access tokens of their own.';

/** The doubt about every suspicion, unless the user has declared that there is one client. */
const OTHER_CLIENTS = 'Several clients, or several parts of one, may have sent the requests.';

/** The doubt that remains with one client. */
const OTHER_PROCESSES = 'The client may have been started again: each process requests an access token of its own.';

/** The verdicts on the client, and what a better recording would need. */
export interface ServiceVerdicts {
  readonly verdicts: readonly Verdict[];
  /** What would turn suspicions into proofs, in one sentence. Undefined if nothing is suspected. */
  readonly toProve?: string;
  /** What was not read, and which rules the recording says nothing about, as the end of a sentence. */
  readonly flawed?: string;
}

/**
 * Judges the client by what the recordings show.
 * @param isOneClient whether one client is declared to have sent all requests, one after the other
 */
export function judgeService(recording: ReadRecording, isOneClient: boolean): ServiceVerdicts {
  const { exchanges, files, fileOf } = recording;
  const lacksMilliseconds = files.some((file) => file.lacksMilliseconds);
  const beginnings = beginningsIn(exchanges);
  const tokenRequestsOfOthers = isOneClient ? new Set() : requestsForOtherClients(exchanges);

  // What the judge may not conclude from this recording.
  const options: JudgeOptions = {
    // Nobody knows how many senders a recording of a service has, unless the user declares it.
    senders: isOneClient ? 1 : Infinity,
    // Whole seconds do not show in which order requests and responses came.
    oneClient: isOneClient && !lacksMilliseconds,
    doubtOfSenders: isOneClient ? OTHER_PROCESSES : OTHER_CLIENTS,
    // A process that was started again has to request a token of its own, although the old one is still valid.
    mayBeRight: (rule, requests) => rule.id === 'reuse-token' && beginnings.has(requests.at(-1)!),
    silence: (rule, exchange) => {
      const isOfOtherClient = rule.id === 'reuse-token' && tokenRequestsOfOthers.has(exchange);
      return isOfOtherClient ? SEVERAL_TOKENS : silenceOf(rule, exchange, fileOf(exchange));
    },
  };

  const judged = allAtOnce(judge(exchanges, options)).map((verdict) => shownVerdict(verdict, recording));
  const verdicts = lacksMilliseconds ? judged.map(withoutOrder) : judged;
  const flawed = recording.flawed + silentRules(verdicts);
  if (verdicts.every(({ verdict }) => verdict !== 'suspected')) return { verdicts, flawed };

  // A suspicion becomes a proof with what this recording lacks.
  const lacksConnections = files.some(({ connections }) => connections.size === 0);
  const lacksTokens = files.some((file) => file.lacksTokens);
  const wanted = [
    !isOneClient && '--one-client, if one client sent its requests one after the other',
    lacksConnections && 'a recording of HTTP/1.1 that shows several connections',
    lacksTokens && 'the header Authorization',
    lacksMilliseconds && 'times with milliseconds',
  ].filter((text) => text !== false);
  const remedies = wanted.join('; ') || 'a recording of each client';

  return { verdicts, flawed, toProve: `suspicions become proofs with ${remedies}` };
}

/**
 * The requests for an access token after which the client still used an earlier one. Then the earlier token belongs to
 * another client.
 */
function requestsForOtherClients(exchanges: readonly Exchange[]): ReadonlySet<Exchange> {
  const lastUses = new Map(exchanges.map(({ accessToken, received }) => [accessToken?.id, received]));
  const requests = new Set<Exchange>();
  /** When any of the tokens that were issued so far is used for the last time. */
  let latestUse = -Infinity;

  for (const exchange of exchanges) {
    if (exchange.issuedToken === undefined) continue;

    // The client still used an earlier token after it had received this one.
    if (latestUse > (respondedAt(exchange) ?? exchange.received)) requests.add(exchange);
    latestUse = Math.max(latestUse, lastUses.get(exchange.issuedToken.id) ?? -Infinity);
  }

  return requests;
}

/** The verdict if the order of requests within a second is unknown: nothing shows that a rule about it was followed. */
function withoutOrder(verdict: Verdict): Verdict {
  const isAboutOrder = RULES.some(({ id, doubt }) => id === verdict.rule && doubt !== undefined);
  if (!isAboutOrder || verdict.offences.length > 0) return verdict;

  return { ...verdict, verdict: 'not-seen', explanation: SILENCES.times, exchanges: [] };
}

/** The rules that the recording says nothing about, and why. */
function silentRules(verdicts: readonly Verdict[]): string {
  const parts = Object.values(SILENCES).map((reason) => {
    const silent = verdicts.filter(({ explanation }) => explanation === reason);
    return silent.length === 0 ? '' : `; not judged: ${silent.map(({ rule }) => rule).join(', ')} (${reason})`;
  });

  return parts.join('');
}

/** Why an exchange of the file says nothing about the rule; undefined if it does. */
function silenceOf({ id, needs = [] }: Rule, exchange: Exchange, file: RecordedFile): string | undefined {
  const { operation, status, accessToken, request } = exchange;
  const { lacksTokens, lacksMilliseconds, lacksBodies } = file;
  const hasHiddenToken = accessToken === undefined && headerOf(request.headers, 'authorization') === HIDDEN_TOKEN;
  // A service that answers an unknown path with success has more endpoints than the contract.
  const isAnswered = operation === undefined && status < 400;
  if (id === 'known-endpoints' && isAnswered) return SILENCES.endpoints;
  if (lacksTokens && needs.includes('tokens')) return SILENCES.tokens;
  if (hasHiddenToken && needs.includes('tokens')) return SILENCES.hiddenToken;
  if (lacksBodies && needs.includes('bodies')) return SILENCES.bodies;

  return lacksMilliseconds && needs.includes('times') ? SILENCES.times : undefined;
}

/** The verdict with each request as a line that shows no private value. */
function shownVerdict(verdict: Verdict, { lineOf }: ReadRecording): Verdict {
  const offences = verdict.offences.map((offence) => ({
    ...offence,
    requests: offence.exchanges.map((id) => lineOf({ id })),
  }));

  return { ...verdict, offences };
}
