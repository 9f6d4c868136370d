/** What the settings of a running emulator come to, seen from outside. */

import { decodeJwt } from 'jose';
import { accessTokenOf } from './access-token.js';
import type { ReadyLine } from './id-emulator.js';

export interface Health {
  readonly network: string;
  readonly seed: number;
  readonly population: number;
  readonly fixture: string;
}

export async function healthOf({ url }: ReadyLine): Promise<Health> {
  return (await (await fetch(`${url}/_emulator/health`)).json()) as Health;
}

export interface TokenEffects {
  readonly accessToken: string;
  /** Seconds. */
  readonly lifetime: number;
  /** Seconds since 1970, by the emulator's clock. */
  readonly issuedAt: number;
}

export async function tokenEffects(emulator: ReadyLine): Promise<TokenEffects> {
  const accessToken = await accessTokenOf(emulator);
  const { iat, exp } = decodeJwt(accessToken);
  return { accessToken, lifetime: exp! - iat!, issuedAt: iat! };
}

/** The status of a call that only a strict emulator refuses, and of a plain call after it. */
export async function statusesOf({ apiUrl }: ReadyLine, accessToken: string): Promise<[number, number]> {
  const headers = { Authorization: `Bearer ${accessToken}` };
  const unknownParameter = await fetch(`${apiUrl}/institutions/me/users?colour=blue`, { headers });
  const plain = await fetch(`${apiUrl}/institutions/me/users`, { headers });
  return [unknownParameter.status, plain.status];
}

/** The sandboxes that there are, how many exchanges the default one's journal keeps, and which contract it keeps to; a status where that is refused. */
export async function sandboxesOf(
  { url }: ReadyLine,
  controlToken: string,
): Promise<{ ids: string[]; kept: number; revision: string; variants: object } | number> {
  const headers = { Authorization: `Bearer ${controlToken}` };
  const answer = await fetch(`${url}/_emulator/sandboxes`, { headers });
  if (answer.status !== 200) return answer.status;
  const { sandboxes } = (await answer.json()) as { sandboxes: { id: string; revision: string; variants: object }[] };
  const { exchanges } = (await (await fetch(`${url}/_emulator/sandboxes/default/journal`, { headers })).json()) as {
    exchanges: unknown[];
  };
  return {
    ids: sandboxes.map(({ id }) => id),
    kept: exchanges.length,
    revision: sandboxes[0]!.revision,
    variants: sandboxes[0]!.variants,
  };
}

/** Opens a sandbox. Its ID is absent where that is refused. */
export async function openSandbox(
  { url }: ReadyLine,
  controlToken: string,
): Promise<{ readonly status: number; readonly id?: string }> {
  const headers = { Authorization: `Bearer ${controlToken}` };
  const response = await fetch(`${url}/_emulator/sandboxes`, { method: 'POST', headers });
  const { id } = (await response.json()) as { id?: string };
  return { status: response.status, ...(id !== undefined && { id }) };
}
