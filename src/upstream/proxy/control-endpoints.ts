/** The proxy's own endpoints, at the same paths as the emulator's: `/_emulator/health` and the journal. */

import type { IncomingHttpHeaders } from 'node:http';
import { isOwnHost } from '../../emulator/control/http/guard.js';
import { Problem } from '../../emulator/control/problem.js';
import type { ClientResponse } from './message.js';
import { failureResponse } from './proxy-errors.js';
import { shownExchanges, type ShownJournal } from './proxy-journal.js';

const JOURNAL_PATH = '/_emulator/sandboxes/default/journal';

/** Responds to a request under `/_emulator/`. */
export function controlResponse(
  shown: ShownJournal,
  method: string,
  path: string,
  { host = '', origin }: IncomingHttpHeaders,
): ClientResponse {
  // A web page cannot choose the `Host` and `Origin` that the browser sends; see `emulator/control/guard.ts`.
  if (origin !== undefined || !isOwnHost(host, []))
    return failureResponse(
      new Problem(
        403,
        'Foreign origin',
        'Web pages may not read the journal; use localhost, an IP address, or a name without dots.',
      ),
    );
  if (method === 'GET' && path === '/_emulator/health') return json({ status: 'ok' });
  if (method === 'GET' && path === JOURNAL_PATH) return json({ exchanges: shownExchanges(shown) });
  if (method === 'DELETE' && path === JOURNAL_PATH) {
    shown.journal.clear(shown.journal.last);
    return { status: 204, rawHeaders: [], body: Buffer.alloc(0) };
  }
  const detail = `A proxy has GET /_emulator/health, and GET and DELETE ${JOURNAL_PATH}.`;
  return failureResponse(new Problem(404, 'Not found', detail));
}

function json(value: object): ClientResponse {
  const rawHeaders = ['Content-Type', 'application/json; charset=utf-8'];
  return { status: 200, rawHeaders, body: Buffer.from(JSON.stringify(value)) };
}
