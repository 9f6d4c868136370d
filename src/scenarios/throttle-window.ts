/** The windows in which throttles count the requests of each client. */

import type { Activation } from '../domain/sandbox/activation.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import type { RequestWindow } from '../domain/sandbox/sandbox-snapshot.js';
import type { ThrottleFault } from './fault.js';

/** Whose requests are counted, and by which throttle. */
export interface ThrottledCall {
  readonly fault: ThrottleFault;
  readonly activation: Activation;
  readonly sandbox: Sandbox;
  readonly clientId: string;
}

/** The client's window with this call in it; nothing has been counted yet. */
export function windowWith({ fault, activation, sandbox, clientId }: ThrottledCall): {
  readonly key: string;
  readonly window: RequestWindow;
} {
  const now = sandbox.clock.now();
  const key = `${activation.key} ${clientId}`;
  const known = sandbox.windows.get(key);
  const isOpen = known !== undefined && now >= known.startedAt && now < known.startedAt + fault.per;
  return { key, window: isOpen ? { ...known, requests: known.requests + 1 } : { startedAt: now, requests: 1 } };
}

/** Whether the throttle will refuse this call. */
export function willRefuse(call: ThrottledCall): boolean {
  return windowWith(call).window.requests > call.fault.requests;
}
