/** Sandboxes: opened, looked at, reset, removed. */

import { created, DONE, ok, type ControlCall, type Endpoint } from '../endpoint.js';
import { unusable } from '../problem.js';
import type { SandboxOptions } from '../sandbox-options.js';

export const sandboxEndpoints = {
  listSandboxes: ({ emulator }) => ok({ sandboxes: emulator.list() }),
  createSandbox: (call) => {
    const sandbox = call.emulator.open(optionsIn(call));
    return created(sandbox.show(), {
      Location: `${call.address}/_emulator/sandboxes/${encodeURIComponent(sandbox.id)}`,
    });
  },
  getSandbox: ({ sandbox }) => ok(sandbox().show()),
  deleteSandbox: ({ sandbox }) => {
    sandbox().remove();
    return DONE;
  },
  mintAccessToken: ({ sandbox, body = {} }) => ok(sandbox().accessToken(body as { lifetime?: number })),
  mintVerificationLink: ({ sandbox, body }) => {
    const { contractId, ...options } = body as { contractId: string; lifetime?: number };
    return ok(sandbox().verificationLink(contractId, options));
  },
  resetSandbox: ({ sandbox }) => {
    const control = sandbox();
    control.reset();
    return ok(control.show());
  },
} satisfies Record<string, Endpoint>;

/** A fixture over HTTP is a shipped one, the emulator's own or a content: nobody reads the emulator's files from outside. */
function optionsIn({ body = {}, context }: ControlCall): SandboxOptions {
  const options = body as SandboxOptions;
  const { fixture } = options;
  if (typeof fixture === 'string' && !context.isShipped(fixture)) {
    throw unusable(
      'There is no such fixture',
      `Expected the name of a shipped fixture, "default" or "empty", or the fixture itself, found ${JSON.stringify(fixture)}.`,
      '/fixture',
    );
  }
  return options;
}
