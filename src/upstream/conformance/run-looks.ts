/** Looks at the exchanges of a run, as at any other traffic, and decides by them the checks of points. */

import type { Contract } from '../../contract/contract.js';
import { shippedContracts } from '../../start/shipped.js';
import { EvidenceCollector } from '../evidence/collect-evidence.js';
import type { Evidence } from '../evidence/evidence.js';
import { ServiceTraffic, serviceAddressOf } from '../evidence/traffic/service-traffic.js';
import type { CheckOutcome, CheckResult } from './report/conformance-report.js';
import type { OutgoingRequest, ReceivedResponse } from './send-request.js';

export class RunLooks {
  readonly #collector: EvidenceCollector;
  readonly #traffic: ServiceTraffic;
  #count = 0;

  constructor(contract: Contract, base: URL, token: URL) {
    this.#collector = new EvidenceCollector(contract, shippedContracts());
    this.#traffic = new ServiceTraffic(contract, [serviceAddressOf(base.href, contract.prefix)], [token.href]);
  }

  readonly onResponse = ({ method, url, headers, body = '' }: OutgoingRequest, response: ReceivedResponse): void => {
    const requestHeaders = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const exchange = this.#traffic.read(
      { file: 1, entry: ++this.#count },
      {
        method,
        url: url.href,
        status: response.status,
        requestHeaders,
        responseHeaders: response.headers,
        requestBody: Buffer.from(body),
        responseBody: Buffer.from(response.text),
        started: '',
      },
    );
    if (exchange === undefined) this.#collector.leaveOut('foreign');
    else this.#collector.see(exchange);
  };

  /** What the exchanges say. Call it once, at the end. */
  evidence(): Evidence {
    return this.#collector.evidence('conform');
  }
}

/** The outcome where looks have seen what the contract says, or otherwise: of what is known, and of a guess. */
const OUTCOMES = { isRight: ['pass', 'as-guessed'], isWrong: ['fail', 'otherwise'] } as const;
const OF_KNOWN: readonly CheckOutcome[] = ['pass', 'fail', 'skip'];

/** The result of a check, with what looks have seen of its point. A difference that the check itself saw stays. */
export function withLooks(result: CheckResult, { points }: Evidence): CheckResult {
  const seen = points[result.point ?? ''];
  if (seen === undefined) return result;
  const { verdict, observed, contradictions, count, from, to } = seen;
  const isWrong = verdict !== 'as-guessed';
  if (!isWrong && (result.outcome === 'fail' || result.outcome === 'otherwise')) return result;
  const { why: _, ...rest } = result;
  return {
    ...rest,
    outcome: OUTCOMES[isWrong ? 'isWrong' : 'isRight'][OF_KNOWN.includes(result.outcome) ? 0 : 1],
    ...(isWrong && { why: contradictions.join('; ') }),
    seen: observed,
    looked: count,
    ...(from !== undefined && to !== undefined && { from, to }),
  };
}
