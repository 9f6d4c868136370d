/** Asks a running emulator for the judge's verdicts on a sandbox. */

import type { Verdict } from '../judge/rule.js';
import { UsageError } from './usage-error.js';

/** What the emulator's endpoint `behaviour` answers. */
export interface Behaviour {
  readonly sandbox: string;
  /** How many exchanges were judged. */
  readonly exchanges: number;
  readonly passed: boolean;
  readonly verdicts: readonly Verdict[];
}

export interface BehaviourAddress {
  readonly url: string;
  readonly sandbox: string;
  readonly token?: string;
}

const LONGEST_WAIT = 30_000;

/**
 * The verdicts on a sandbox.
 * @throws UsageError that says why there are none
 */
export async function fetchBehaviour({ url, sandbox, token }: BehaviourAddress): Promise<Behaviour> {
  const base = baseOf(url);
  const headers: Record<string, string> = { Accept: 'application/json', ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) };
  const response = await ask(url, new URL(`_emulator/sandboxes/${encodeURIComponent(sandbox)}/behaviour`, base), headers);
  const body = await bodyOf(response);
  const detail = (body as { detail?: unknown } | undefined)?.detail;
  if (!response.ok && typeof detail === 'string') throw new UsageError(`the emulator at ${url} answers ${response.status}: ${detail}${hint(response.status, token)}`);
  if (!response.ok || !isBehaviour(body)) throw new UsageError(`what answers at ${url} is no emulator that can judge: it answers ${response.status} without verdicts`);
  return body;
}

function baseOf(url: string): URL {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (base?.protocol !== 'http:' && base?.protocol !== 'https:') throw new UsageError(`--url: expected an address such as http://127.0.0.1:4010, found ${JSON.stringify(url)}`);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return base;
}

async function ask(url: string, address: URL, headers: Record<string, string>): Promise<Response> {
  try {
    return await fetch(address, { headers, signal: AbortSignal.timeout(LONGEST_WAIT) });
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    throw new UsageError(`there is no emulator at ${url} (${code === undefined || typeof code !== 'string' ? message : code}); start one, or name another with --url`);
  }
}

/** The JSON of an answer; undefined where it is none. */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

function hint(status: number, token: string | undefined): string {
  return (status === 401 || status === 403) && token === undefined ? ' (give the control token with --control-token)' : '';
}

function isBehaviour(body: unknown): body is Behaviour {
  const { sandbox, verdicts } = (body ?? {}) as { sandbox?: unknown; verdicts?: unknown };
  return typeof sandbox === 'string' && Array.isArray(verdicts) && verdicts.every(isVerdict);
}

function isVerdict(value: unknown): value is Verdict {
  const { rule, title, explanation, verdict, offences } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const isTold = [rule, title, explanation].every((text) => typeof text === 'string');
  return isTold && ['pass', 'fail', 'not-seen'].includes(verdict as string) && Array.isArray(offences) && offences.every(isOffence);
}

function isOffence(value: unknown): boolean {
  const { what, exchanges, requests } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof what === 'string' && Array.isArray(exchanges) && Array.isArray(requests);
}
