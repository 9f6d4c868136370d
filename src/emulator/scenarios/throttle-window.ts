/**
 * The windows of time in which a throttle counts the requests of each client. A throttle limits requests per window.
 */

import type { Activation } from '../domain/sandbox/activation.js';
import type { RequestWindow } from '../domain/sandbox/snapshot.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import type { ThrottleFault } from './fault.js';

/** A call, and the throttle that counts it. */
export interface ThrottledCall {
  readonly fault: ThrottleFault;
  readonly activation: Activation;
  readonly sandbox: Sandbox;
  readonly clientId: string;
}

/** The client's window with this call counted, and the window's key in the sandbox. The sandbox does not change. */
export function windowWith({ fault, activation, sandbox, clientId }: ThrottledCall): {
  readonly key: string;
  readonly window: RequestWindow;
} {
  // Clients wait in real time, so this time also passes while the clock is frozen.
  const now = sandbox.clock.waitingTime();
  const key = `${activation.key} ${clientId}`;
  const known = sandbox.windows.get(key);
  // A clock that was set back is before the start of the window. Then a new window begins.
  const isOpen = known !== undefined && now >= known.startedAt && now < known.startedAt + fault.per;

  const { startedAt, requests } = isOpen ? known : { startedAt: now, requests: 0 };
  return { key, window: { startedAt, requests: requests + 1 } };
}

/** Whether the throttle refuses this call. */
export function willRefuse(call: ThrottledCall): boolean {
  return windowWith(call).window.requests > call.fault.requests;
}
