/** Calls the control plane of an emulator that runs as a process. */

import type { ReadyLine } from './id-emulator.js';

export interface ControlAnswer<Body> {
  readonly status: number;
  readonly body: Body;
}

/** `path` is relative to `/_emulator`; a body makes it a POST. */
export async function callControl<Body>(
  { url }: Pick<ReadyLine, 'url'>,
  path: string,
  body?: object,
  controlToken?: string,
): Promise<ControlAnswer<Body>> {
  const headers = {
    ...(body && { 'Content-Type': 'application/json' }),
    ...(controlToken !== undefined && { Authorization: `Bearer ${controlToken}` }),
  };
  const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const answer = await fetch(`${url}/_emulator${path}`, sent);
  return { status: answer.status, body: (await answer.json()) as Body };
}

/** The state of a sandbox, as far as these tests read it. */
export interface State {
  readonly clock: { readonly time: number; readonly frozen: boolean };
  readonly events: readonly object[];
}

/** Exports the state of a sandbox. */
export async function stateOf(emulator: Pick<ReadyLine, 'url'>, id = 'default'): Promise<State> {
  return (await callControl<State>(emulator, `/sandboxes/${id}/state`)).body;
}
