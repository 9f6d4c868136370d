/** The proxy's own endpoints, at the same paths as the emulator's: `/_emulator/health` and the journal. */

import type { IncomingHttpHeaders } from 'node:http';
import { problemDetails, PROBLEM_TYPE } from '../../common/platform/problem-details.js';
import { isOwnHost } from '../../emulator/control/guard.js';
import type { ProxyJournal } from './proxy-journal.js';

/** A response of one of these endpoints. */
export interface ControlResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const JOURNAL_PATH = '/_emulator/sandboxes/default/journal';

/** Responds to a request under `/_emulator/`. */
export function controlResponse(
  journal: ProxyJournal,
  method: string,
  path: string,
  { host = '', origin }: IncomingHttpHeaders,
): ControlResponse {
  // A web page cannot choose the `Host` and `Origin` that the browser sends; see `emulator/control/guard.ts`.
  if (origin !== undefined || !isOwnHost(host, []))
    return problem(
      403,
      'Foreign origin',
      'Web pages may not read the journal; use localhost, an IP address, or a name without dots.',
    );
  if (method === 'GET' && path === '/_emulator/health') return json(200, { status: 'ok' });
  if (method === 'GET' && path === JOURNAL_PATH) return json(200, { exchanges: journal.exchanges() });
  if (method === 'DELETE' && path === JOURNAL_PATH) {
    journal.clear();
    return { status: 204, type: '', body: '' };
  }
  return problem(404, 'Not found', `A proxy has GET /_emulator/health, and GET and DELETE ${JOURNAL_PATH}.`);
}

function json(status: number, value: object): ControlResponse {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}

function problem(status: number, title: string, detail: string): ControlResponse {
  return { status, type: PROBLEM_TYPE, body: JSON.stringify(problemDetails(status, title, detail)) };
}
