import type { ControlContext, EndpointContext } from '../emulator/control/control-context.js';
import { sandboxPact } from '../pact/sandbox-pact.js';

/** What the methods of the control plane work with. A start loads the wing for pacts with it, not before. */
export function withPacts(control: ControlContext): EndpointContext {
  return { ...control, pact: (sandbox, exchanges, parties) => sandboxPact(sandbox, exchanges, parties, control) };
}
