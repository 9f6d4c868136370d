/** Sends a request from the emulator to its own service, when a person at the inspector asks for it. */

import { sendRaw } from '../../../common/platform/send-raw.js';
import type { HeaderField } from '../../journal/exchange.js';
import type { ControlContext } from '../control-context.js';
import type { Schemas } from '../documents.js';
import { conflict, unprocessable } from '../problem.js';

/** A request that the emulator sends itself. */
export type OwnRequest = Omit<Schemas['SendRequest'], 'headers'> & {
  /** The headers to send. The emulator writes headers of the connection, such as `Host`, itself. Default: none. */
  readonly headers?: readonly HeaderField[];
};

/** What is needed to send a request. */
interface Sending extends Omit<OwnRequest, 'clientId'> {
  readonly token: string | undefined;
  /** ID of the sandbox that the request is meant for. */
  readonly sandbox: string;
  /** The URL with which addresses in the response begin. */
  readonly address: string;
}

/**
 * Headers that the emulator writes itself. A request that the user wrote may have them, but its values would be wrong.
 */
const OWN_HEADERS =
  /^(?:host|connection|content-length|transfer-encoding|expect|upgrade|keep-alive|emulator-sandbox)$/i;
/** The emulator stops waiting for a response after this time. */
const LONGEST_MILLISECONDS = 10_000;

/**
 * Sends a request over a connection inside the process, so that the journal can mark the exchange as the emulator's
 * own.
 * @returns the number of the exchange as soon as it is recorded; the response may come later, or never
 * @throws Problem 409 if the request belongs to another sandbox, 422 if it is not valid HTTP
 */
export function sendOwn({ connectToItself }: ControlContext, sending: Sending): Promise<number> {
  const { method, target, headers = [], body, token, sandbox, address } = sending;
  const fields = ['Host', new URL(address).host, 'Emulator-Sandbox', sandbox, 'Connection', 'close'];
  if (token !== undefined) fields.push('Authorization', `Bearer ${token}`);
  for (const [name, value] of headers) if (!OWN_HEADERS.test(name)) fields.push(name, value);
  if (body !== undefined) fields.push('Content-Length', String(Buffer.byteLength(body)));

  // Three things can end the call: the exchange is recorded, the connection closes before, or nothing can be sent.
  return new Promise((resolve, reject) => {
    const connection = connectToItself(address, (record, { id: owner }) => {
      const reason = 'its token or client ID names that';
      if (owner === sandbox) resolve(record.id);
      else reject(conflict(`The request belongs to sandbox "${owner}", not "${sandbox}": ${reason}.`));
      // A fault that never answers would keep the connection open.
      if (record.ending === 'never') connection.destroy();
    });

    const timer = setTimeout(() => connection.destroy(), LONGEST_MILLISECONDS).unref();
    /** Fails the call. After the exchange was recorded, this has no effect: the promise is resolved already. */
    const refuse = (reason: string): void => {
      connection.destroy();
      reject(unprocessable('The request is invalid', `The request cannot be sent: ${reason}.`, ''));
    };

    connection.once('close', () => {
      clearTimeout(timer);
      refuse('the connection was closed');
    });
    // The response itself is in the journal, so it is only read to its end here.
    sendRaw({ createConnection: () => connection, method, path: target, headers: fields }, body).then(
      (response) => response.on('error', () => undefined).resume(),
      (error: unknown) => refuse((error as Error).message),
    );
  });
}
