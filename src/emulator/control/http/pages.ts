/**
 * Serves the inspector, a page at `/_emulator/`, and redirects to it. The build writes the page's files to
 * `dist/inspector`. The files contain no data, so they need no control token: the page reads its data from other
 * endpoints.
 */

import type { Request, Response } from 'express';
import { shippedFile } from '../../../common/shipped-files.js';
import type { ControlContext } from '../control-context.js';
import page from './page.json' with { type: 'json' };
import { guard } from './guard.js';

/** The policy of the page: it may load resources only from the emulator, and no text becomes HTML or script. */
const POLICY = page.policy.join('; ');

/** The files of the page and their media types. The key is the path below `/_emulator`. */
const FILES = new Map(Object.entries(page.files));

/**
 * Sends a file of the inspector. False if the request is for something else.
 * @throws Problem 403 if `Host` or `Origin` is not the emulator's
 */
export function serveInspector(context: ControlContext, req: Request, res: Response): boolean {
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  const served = isRead ? FILES.get(req.path) : undefined;
  if (served === undefined) return false;

  guard(req, context);
  // The page loads its files by relative paths, which need the slash at the end of its own path.
  if (req.path === '/' && !pathOf(req).endsWith('/')) res.redirect(308, '_emulator/');
  else send(res, served);

  return true;
}

/**
 * The handler of `/` and `/docs`: redirects to the inspector, under any host name and path prefix of the emulator.
 * `/docs`, where many services describe themselves, leads to the contract. No journal contains these requests.
 */
export function redirectToInspector(req: Request, res: Response): void {
  const path = pathOf(req);
  const isDocs = req.path === '/docs';
  // The redirect is relative. Without a slash at the end of the address, it must repeat the last segment of a prefix.
  const prefix = isDocs || path.endsWith('/') ? '' : `${path.slice(path.lastIndexOf('/') + 1)}/`;
  const page = isDocs ? 'openapi.json' : '';
  res.set({ 'Cache-Control': 'no-store', Vary: 'Accept' }).redirect(302, `${prefix}_emulator/${page}`);
}

/** The path as the browser requested it, without the query. */
function pathOf({ originalUrl }: Request): string {
  return originalUrl.split('?', 1)[0]!;
}

/** Sends a file of the inspector. */
function send(res: Response, [file, type]: readonly string[]): void {
  res.set({
    'Cache-Control': 'no-cache',
    'Content-Type': type,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...(file === 'index.html' && { 'Content-Security-Policy': POLICY }),
  });
  res.send(shippedFile(`dist/inspector/${file}`));
}
