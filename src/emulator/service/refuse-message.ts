/**
 * Messages that break HTTP itself, and so reach no operation. The journal keeps each message as an exchange, in memory
 * only. Such an exchange takes no number from its sandbox and changes nothing there. So it needs no lease of a store
 * (the right to change the sandbox).
 */

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Request } from 'express';
import { readAuthorization } from '../../contract/authorization.js';
import { splitUrl } from '../../contract/query-string.js';
import type { Claims } from '../domain/tokens/access-tokens.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import { NOTHING_KNOWN } from '../journal/recorded-exchange.js';
import { diagnosticHeader } from './diagnostic-header.js';
import { isForControlPlane } from './other-paths.js';
import { errorText, type TextResponse } from './representations/error-responses.js';
import { claimsIn } from './stages/authenticate.js';
import { accessOf, endpointAt } from './stages/route.js';
import type { ServiceContext } from './service-context.js';
import type { ServiceError } from './service-error.js';

/** How many characters of such a message the journal keeps. */
const KEPT_CHARACTERS = 1_000;
/** How many header fields the journal keeps, and how many characters of a name or a value. */
const KEPT_FIELDS = { most: 100, longest: 1_024 };
/** Matches `GET /path` at the beginning of a text: the method and the target. */
const REQUEST_LINE = /^([!#$%&'*+.^`|~\w-]{1,20}) +(\S+)/;

/** A message that breaks HTTP. */
interface BrokenMessage {
  readonly socket: Socket;
  readonly failure: ServiceError;
  /** Writes the response. It is called later if the signature of a token has to be verified first. */
  readonly write: (response: TextResponse) => void;
  /** The request, if its head could be read. */
  readonly req?: IncomingMessage;
  /** The received text, if the head could not be read and the text is known. */
  readonly text?: string | undefined;
}

/** The response in the service's format. It closes the connection: what follows on it cannot be read reliably. */
export function refusalResponse(failure: ServiceError, context: ServiceContext, req?: IncomingMessage): TextResponse {
  const [path = ''] = splitUrl(req?.url ?? '');
  const endpoint = endpointAt(context.contracts.base, path, 'tolerant');
  const { headers, ...response } = errorText(endpoint && accessOf(endpoint), failure);

  return { ...response, headers: { Connection: 'close', ...headers } };
}

/**
 * Responds to a message, and adds message and response to a journal. It is the journal of the sandbox that the token or
 * the header names, if this emulator has the sandbox in memory, and otherwise that of the default sandbox. Messages for
 * the control plane are in no journal.
 */
export async function refuseMessage(context: ServiceContext, message: BrokenMessage): Promise<void> {
  const { connections, journals, onRecorded, onExchange, startedAt, sentByEmulator = false } = context;
  const { socket, failure, write, req, text = '' } = message;
  if (req !== undefined && isForControlPlane(req)) {
    write(refusalResponse(failure, context, req));
    return;
  }

  const received = performance.now();
  const connection = connections.useOfRefused(socket, req);
  const claims = req && (await claimsOf(context, req));
  const sandbox = sandboxOf(context, req, claims);
  const journal = journals.of(sandbox);
  const id = journal.nextRefusedNumber();

  const { diagnostic = failure.message } = failure;
  const plain = refusalResponse(failure, context, req);
  const headers = {
    ...plain.headers,
    'Emulator-Exchange': String(id),
    'Emulator-Diagnostic': diagnosticHeader([diagnostic]),
  };

  // A text that does not begin with a request line has no method. The journal shows a dash.
  const [, method = '-', url = ''] = REQUEST_LINE.exec(text) ?? [];
  const record = {
    ...NOTHING_KNOWN,
    id,
    at: sandbox.clock.now(),
    received: received - startedAt,
    duration: performance.now() - received,
    connection: connection && { ...connection, opened: connection.opened - startedAt },
    method: req?.method ?? method,
    url: beginning(req?.url ?? url),
    status: plain.status,
    clientId: claims?.sub ?? '',
    isTokenIssuedHere: claims !== undefined,
    requestHeaders: keptHeaders(req?.rawHeaders ?? []),
    requestBody: text === '' ? undefined : beginning(text),
    responseHeaders: headers,
    responseBody: plain.text,
    diagnostics: [diagnostic],
    brokenHttp: 'refused' as const,
    sentByEmulator,
  };

  journal.add(record);
  onRecorded?.(record, sandbox);
  write({ ...plain, headers });
  onExchange(record, sandbox);
}

/** The claims of the token in a request, whatever the path is: the request was not routed. */
function claimsOf(context: ServiceContext, req: IncomingMessage): ReturnType<typeof claimsIn> {
  const header = req.headers.authorization;
  const authorization = header === undefined ? undefined : readAuthorization(header);
  return claimsIn(context, { authorization, possibleOperation: undefined, req: req as Request });
}

/** The sandbox that the token names, or else the header, or else the default sandbox. */
function sandboxOf({ sandboxes }: ServiceContext, req?: IncomingMessage, claims?: Claims): Sandbox {
  const named = req?.headers['emulator-sandbox'];
  const ids = [claims?.sandbox, named].filter((id) => typeof id === 'string');
  const known = ids.find((id) => sandboxes.has(id));

  return known === undefined ? sandboxes.default : sandboxes.byId(known)!;
}

/**
 * The beginning of a text. It ends between lines, fields or path segments, because redaction could not recognize a
 * secret that is cut off.
 */
function beginning(text: string): string {
  if (text.length <= KEPT_CHARACTERS) return text;

  const kept = text.slice(0, KEPT_CHARACTERS);
  const ends = ['\n', '&', '/', '?'].map((mark) => kept.lastIndexOf(mark));
  return kept.slice(0, Math.max(...ends));
}

/**
 * The header fields as names and values in turn. They may be much larger than a valid request's, so not all are kept.
 * A text with the size replaces a value that is too large.
 */
function keptHeaders(headers: readonly string[]): readonly string[] {
  const { most, longest } = KEPT_FIELDS;
  const kept = headers.slice(0, 2 * most);
  return kept.map((text) => (text.length > longest ? `(${text.length} characters, not kept)` : text));
}
