/** Asks the control plane of a running emulator. */

import { variableName } from './settings.js';
import { UsageError } from './usage-error.js';

/** Where an emulator is. */
export interface EmulatorAddress {
  readonly url: string;
  /** The control token, where the emulator has one. */
  readonly token?: string;
}

/** What is asked for. */
export interface Question {
  /** Relative to `/_emulator/`. */
  readonly path: string;
  /** What an emulator can do that answers it: "judge". */
  readonly ability: string;
  /** What it answers with: "verdicts". */
  readonly answer: string;
}

const LONGEST_WAIT = 30_000;

/**
 * The answer's JSON.
 * @param isAnswer whether it is what was asked for
 * @throws UsageError that says why there is none
 */
export async function askEmulator<Body>(
  { url, token }: EmulatorAddress,
  { path, ability, answer }: Question,
  isAnswer: (body: unknown) => body is Body,
): Promise<Body> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  };
  const response = await ask(url, new URL(`_emulator/${path}`, baseOf(url)), headers);
  const body = await bodyOf(response);
  const detail = (body as { detail?: unknown } | undefined)?.detail;
  if (!response.ok && typeof detail === 'string')
    throw new UsageError(`the emulator at ${url} answers ${response.status}: ${detail}${hint(response.status, token)}`);
  if (!response.ok || !isAnswer(body))
    throw new UsageError(
      `what answers at ${url} is no emulator that can ${ability}: it answers ${response.status} without ${answer}`,
    );
  return body;
}

/** The control token of the command line, else that of the environment. */
export function controlTokenOf({
  controlToken = process.env[variableName('controlToken')],
}: {
  readonly controlToken?: string;
}): Pick<EmulatorAddress, 'token'> {
  return controlToken === undefined || controlToken === '' ? {} : { token: controlToken };
}

function baseOf(url: string): URL {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (base?.protocol !== 'http:' && base?.protocol !== 'https:')
    throw new UsageError(`--url: expected an address such as http://127.0.0.1:4010, found ${JSON.stringify(url)}`);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return base;
}

async function ask(url: string, address: URL, headers: Record<string, string>): Promise<Response> {
  try {
    return await fetch(address, { headers, signal: AbortSignal.timeout(LONGEST_WAIT) });
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    throw new UsageError(
      `there is no emulator at ${url} (${code === undefined || typeof code !== 'string' ? message : code}); start one, or name another with --url`,
    );
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
  return (status === 401 || status === 403) && token === undefined
    ? ' (give the control token with --control-token)'
    : '';
}
