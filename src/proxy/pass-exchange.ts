/** An exchange's way through the proxy, on one screen. */

import type { ContractChecker, FoundOperation } from './contract-checker.js';
import { forward, type ForwardLimits } from './forward.js';
import { endToEndHeaders } from './hop-by-hop.js';
import type { ProxiedAnswer, ProxiedRequest } from './message.js';
import { failureAnswer, ProxyFailure } from './proxy-failure.js';
import type { Upstream } from './upstream.js';
import type { ProxyViolation } from './violation.js';

/** What a proxy works with. */
export interface Passage {
  readonly checker: ContractChecker;
  readonly upstream: Upstream;
  readonly limits: ForwardLimits;
  /** Whether violations are failures. */
  readonly errors: boolean;
}

/** What the client is answered, and why. */
export interface Passed {
  readonly status: number;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly found: FoundOperation;
  readonly violations: readonly ProxyViolation[];
  readonly notes: readonly string[];
  /** What the service has answered; undefined where it has not. */
  readonly answer?: ProxiedAnswer;
}

/** What the proxy sets itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['content-length', 'emulator-exchange']);

/** Checks the request, forwards it, checks the answer. Never throws for what the client or the service does. */
export async function passExchange(passage: Passage, request: ProxiedRequest, gone: AbortSignal): Promise<Passed> {
  const { checker, upstream, limits, errors } = passage;
  const found = checker.find(request);
  const violations: ProxyViolation[] = [];
  const notes: string[] = [];
  let answer: ProxiedAnswer | undefined;
  try {
    const destination = upstream.destination(request.target);
    if (destination === undefined)
      throw new ProxyFailure(404, 'Not the service', 'Only /oauth/token and what is under /api/v1 are passed on.');
    violations.push(...(found.operation === undefined ? [found.absence] : checker.request(found.operation, request)));
    if (errors && violations.length > 0)
      throw refusal(422, 'Request not valid', 'The request violates the contract and was not passed on.', violations);
    answer = await forward(upstream, destination, request, { ...limits, gone });
    notes.push(...redirectNote(answer));
    if (found.operation !== undefined) violations.push(...checker.answer(found.operation, answer));
    if (errors && violations.length > 0)
      throw refusal(
        502,
        'Answer not valid',
        `The service has answered ${answer.status}, and the answer violates the contract.`,
        violations,
      );
    return {
      status: answer.status,
      rawHeaders: endToEndHeaders(answer.rawHeaders, OWN_HEADERS),
      body: answer.body,
      found,
      violations,
      notes,
      answer,
    };
  } catch (error) {
    if (!(error instanceof ProxyFailure)) throw error;
    return {
      ...failureAnswer(error),
      found,
      violations,
      notes: [...notes, error.message],
      ...(answer !== undefined && { answer }),
    };
  }
}

function refusal(status: number, title: string, detail: string, validation: readonly ProxyViolation[]): ProxyFailure {
  return new ProxyFailure(status, title, detail, { more: { validation } });
}

/** Credentials must not go where a redirect points, and the client may not know that it goes there. */
function redirectNote({ status }: ProxiedAnswer): string[] {
  return status >= 300 && status < 400 && status !== 304
    ? [`The service redirects (${status}); the redirect was passed on and not followed.`]
    : [];
}
