/**
 * What people find at `/` who open the emulator in a browser: the inspector, or without it a page of links. No request for
 * it is in a journal.
 */

import type { Request, RequestHandler, Response } from 'express';
import { html } from '../../../common/reporting/html.js';
import { htmlPage } from '../../../common/reporting/html-page.js';
import type { ControlContext } from '../control-context.js';
import { redirectToInspector } from './inspector.js';

/** The handler of `/`. */
export function startPage(context: ControlContext): RequestHandler {
  return context.inspector ? redirectToInspector : pageOfLinks(context);
}

function pageOfLinks({ facts, controlToken }: ControlContext): RequestHandler {
  const links = LINKS.map(
    ([path, text]) =>
      html`<dt><a href="${path}">${path}</a></dt>
        <dd>${text}</dd>`,
  );
  const page = htmlPage(
    'id-emulator',
    html`<h1>id-emulator ${facts.version}</h1>
      <p>
        A local emulator of the institution credentials and human-score service, for tests. Clients call
        <code>/api/v1</code> with a token of <code>POST /oauth/token</code>; the emulator printed the client ID and
        secret at its start.
      </p>
      <h2>Where things are</h2>
      ${controlToken === undefined ? undefined : html`<p>Most of these need the control token.</p>`}
      <dl>${links}</dl>
      <p class="soft">At a terminal: <code>id-emulator tail</code>, <code>journal</code>, <code>--help</code>.</p>`,
  );
  return function showStartPage(_req: Request, res: Response): void {
    res.set({ 'Cache-Control': 'no-store', Vary: 'Accept', 'X-Content-Type-Options': 'nosniff' });
    res.type('html').send(page);
  };
}

const LINKS: readonly (readonly [path: string, text: string])[] = [
  ['/_emulator/health', 'what runs here: version, network, seed'],
  ['/_emulator/sandboxes/default/journal', 'the last exchanges of the default sandbox'],
  ['/_emulator/sandboxes/default/behaviour', "the judge's verdicts on its client"],
  ['/_emulator/sandboxes', 'all sandboxes'],
  ['/_emulator/scenarios', 'failures that a test can select'],
  ['/_emulator/fidelity', 'what is known of the service, and what is guessed'],
  ['/_emulator/openapi.json', "the service's contract"],
  ['/_emulator/control.json', 'the contract of the control plane'],
  ['/_emulator/metrics', 'metrics for Prometheus'],
];
