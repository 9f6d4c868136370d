/**
 * The pages at `/_emulator/` and at `/` for people who look. The build puts the files of the inspector into
 * `dist/inspector`. They hold no data, so they need no control token. What they show comes from other endpoints.
 */

import { readFileSync } from 'node:fs';
import type { Request, RequestHandler, Response } from 'express';
import { html } from '../../../common/reporting/html.js';
import { htmlPage } from '../../../common/reporting/html-page.js';
import { shippedPath } from '../../../common/shipped-files.js';
import type { ControlContext } from '../control-context.js';
import { guard } from './guard.js';

/** A page may load what comes from the emulator itself, and nothing becomes HTML or script by way of a text. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self' data:",
  'frame-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

interface ServedFile {
  readonly file: string;
  readonly type: string;
  readonly policy?: Readonly<Record<string, string>>;
}

/** The API reference writes styles into its elements. It is shown in a frame of the inspector alone. */
const REFERENCE_POLICY = { ...POLICY, 'style-src': "'self' 'unsafe-inline'", 'frame-ancestors': "'self'" };

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const HTML = 'text/html; charset=utf-8';

/** The files by their paths below `/_emulator`. */
const FILES: ReadonlyMap<string, ServedFile> = new Map(
  Object.entries<ServedFile>({
    '/': { file: 'index.html', type: HTML, policy: { ...POLICY, 'require-trusted-types-for': "'script'" } },
    '/reference/': { file: 'reference.html', type: HTML, policy: REFERENCE_POLICY },
    '/inspector/main.js': { file: 'main.js', type: JAVASCRIPT },
    '/inspector/main.css': { file: 'main.css', type: 'text/css; charset=utf-8' },
    '/inspector/reference.js': { file: 'reference.js', type: JAVASCRIPT },
    '/inspector/icon.svg': { file: 'icon.svg', type: 'image/svg+xml' },
  }),
);

/**
 * Sends a file of the inspector. False if the request is for something else, or the inspector is switched off.
 * @throws Problem 403 if `Host` or `Origin` is not the emulator's
 */
export function serveInspector(context: ControlContext, req: Request, res: Response): boolean {
  const served = req.method === 'GET' || req.method === 'HEAD' ? FILES.get(req.path) : undefined;
  if (!context.inspector || served === undefined) return false;
  guard(req, context);
  // The page loads its files relative to the path with the slash.
  if (req.path === '/' && !pathOf(req).endsWith('/')) res.redirect(308, '_emulator/');
  else send(res, served);
  return true;
}

/**
 * Redirects to the inspector, under whichever name and path the emulator is reached; from `/docs`, where many services
 * have it, to the API reference.
 */
function redirectToInspector(req: Request, res: Response): void {
  const path = pathOf(req);
  const isDocs = req.path === '/docs';
  const below = isDocs || path.endsWith('/') ? '' : `${path.slice(path.lastIndexOf('/') + 1)}/`;
  res
    .set({ 'Cache-Control': 'no-store', Vary: 'Accept' })
    .redirect(302, `${below}_emulator/${isDocs ? '#/default/contract' : ''}`);
}

function pathOf({ originalUrl }: Request): string {
  return originalUrl.split('?', 1)[0]!;
}

function send(res: Response, { file, type, policy }: ServedFile): void {
  res.set({
    'Cache-Control': 'no-cache',
    'Content-Type': type,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...(policy !== undefined && {
      'Content-Security-Policy': Object.entries(policy)
        .map((directive) => directive.join(' '))
        .join('; '),
    }),
  });
  res.send(readFileSync(shippedPath(`dist/inspector/${file}`)));
}

/**
 * The handler of `/`: what people find who open the emulator in a browser. It is the inspector, or without it a page of
 * links. No request for it is in a journal.
 */
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
];
