/** Distinguishes the requests that are not for the service itself. */

import type { IncomingMessage } from 'node:http';

/** Whether a request is for the control plane, or for a page. */
export function isElsewhere(req: IncomingMessage): boolean {
  return req.url!.startsWith('/_emulator') || req.url!.startsWith('/verify/') || isFromBrowser(req);
}

/**
 * Whether a browser asks for itself, and not for a client of the service: for the page that it opens, or for an icon. A
 * request with credentials is always a client's.
 */
function isFromBrowser({ url, method, headers }: IncomingMessage): boolean {
  if (url !== '/' && url !== '/docs' && url !== '/favicon.ico') return false;
  if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return false;
  return url === '/favicon.ico' || headers.accept?.includes('text/html') === true;
}
