/** Endpoints that open, show, reset and remove sandboxes. */

import type { SandboxOptions } from '../../options.js';
import { created, NO_CONTENT, ok, type ControlRequest, type Endpoint } from '../endpoint.js';
import type { OwnRequest } from '../sandboxes/own-request.js';
import { unprocessable } from '../problem.js';

export const sandboxEndpoints = {
  listSandboxes: async ({ emulator, query: { label = [], ...query } }) =>
    ok(await emulator.list({ ...query, labels: labelsIn(label as readonly string[]) })),
  createSandbox: (request) => {
    const sandbox = request.emulator.open(optionsIn(request));
    return created(sandbox.show(), {
      Location: `${request.address}/_emulator/sandboxes/${encodeURIComponent(sandbox.id)}`,
    });
  },
  getSandbox: ({ sandbox }) => ok(sandbox().show()),
  getSandboxContract: ({ sandbox }) => ok(sandbox().contract()),
  deleteSandbox: ({ sandbox }) => {
    sandbox().remove();
    return NO_CONTENT;
  },
  mintAccessToken: ({ sandbox, body = {} }) => ok(sandbox().accessToken(body as { lifetime?: number })),
  sendRequest: async ({ sandbox, body }) => ok(await sandbox().send(body as OwnRequest)),
  resetSandbox: ({ sandbox }) => {
    const control = sandbox();
    control.reset();
    return ok(control.show());
  },
} satisfies Record<string, Endpoint>;

/** `name=value` for each label. */
function labelsIn(texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(texts.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]));
}

/** A client over HTTP may not make the emulator read a file: it names a shipped fixture, or sends the content. */
function optionsIn({ body = {}, context }: ControlRequest): SandboxOptions {
  const options = body as SandboxOptions;
  const { fixture } = options;
  if (typeof fixture === 'string' && !context.isShipped(fixture))
    throw unprocessable(
      'There is no such fixture',
      `Expected the name of a shipped fixture, "default", "sound" or "empty", or the fixture itself, found ${JSON.stringify(fixture)}.`,
      '/fixture',
    );
  return options;
}
