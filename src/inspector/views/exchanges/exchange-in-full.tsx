/** One exchange: what was sent, what came back, and why. */

import { targetOf } from '../../../common/reporting/request-target.js';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { call } from '../../control/call.js';
import type { Exchange, Outline } from '../../control/types.js';
import { dayAndTime, milliseconds } from '../../parts/format.js';
import { Item } from '../../parts/frames.js';
import { useLoaded } from '../../parts/loaded.js';
import { Message } from '../../parts/message.js';
import { Status } from '../../parts/status.js';
import { decodeOrKeep } from '../../../common/percent-encoding.js';
import { NextCalls } from '../scenarios/next-calls.js';
import { OpenLinks } from '../world/open-links.js';
import { Actions } from './actions.js';
import { comparedId, Comparison } from './comparison.js';
import { Reasons } from './reasons.js';

interface Props {
  readonly id: number;
  /** Its line in the list. Another one brings the end of the exchange, for example. */
  readonly outline: Outline | undefined;
}

export function ExchangeInFull({ id, outline }: Props): JSX.Element {
  const { value, error } = useLoaded(
    (signal) => call('get', '/sandboxes/{id}/journal/{exchange}', { path: { exchange: id }, signal }),
    [id, outline],
  );
  const compared = useLoaded(async (signal) => {
    const path = { exchange: comparedId.value };
    return path.exchange > 0 ? await call('get', '/sandboxes/{id}/journal/{exchange}', { path, signal }) : undefined;
  });
  // The one before stays until the next has come.
  const last = useRef<Exchange | undefined>(undefined);
  last.current = error.value === undefined ? (value.value ?? last.current) : undefined;
  const exchange = last.current;
  const known = compared.value.value;
  const other = known?.id === comparedId.value && known.id !== exchange?.id ? known : undefined;
  const reason = error.value ?? compared.error.value;
  const name = `Exchange ${exchange?.id ?? id}`;
  const title = exchange && `#${exchange.id} ${exchange.operation ?? 'no operation of the contract'}`;
  return (
    <Item label={name} title={title ?? name}>
      {exchange !== undefined && (
        <>
          <Summary exchange={exchange} />
          <Actions key={exchange.id} exchange={exchange} />
          {other !== undefined && <Comparison exchange={exchange} other={other} />}
          <OpenLinks text={textOf(exchange)} />
          <Reasons exchange={exchange} />
          <Failures exchange={exchange} />
          <Messages exchanges={other === undefined ? [exchange] : [other, exchange]} />
        </>
      )}
      {reason !== undefined && <p class="bar warning">{reason}</p>}
    </Item>
  );
}

const MESSAGES = [
  ['Request', requestLine, 'request'],
  ['Response', responseLine, 'response'],
] as const;

/** The requests beside each other, and below them the responses. */
function Messages({ exchanges }: { readonly exchanges: readonly Exchange[] }): JSX.Element {
  const titleOf = (word: string, { id }: Exchange): string => (exchanges.length === 1 ? word : `${word} of #${id}`);
  return (
    <div class="messages">
      {MESSAGES.flatMap(([word, startOf, message]) =>
        exchanges.map((exchange) => (
          <Message
            key={`${word} ${exchange.id}`}
            title={titleOf(word, exchange)}
            start={startOf(exchange)}
            at={exchange.at}
            message={exchange[message]}
          />
        )),
      )}
    </div>
  );
}

/** Where an exchange may have links. */
function textOf({ path, response: { body } }: Exchange): string {
  return body !== undefined && 'text' in body ? `${path} ${body.text}` : path;
}

/** Makes the next calls fail, of the operation of the exchange or about its party. */
function Failures({ exchange: { operation, path } }: { readonly exchange: Exchange }): JSX.Element | null {
  if (operation === undefined) return null;
  const party = path
    .split('/')
    .map(decodeOrKeep)
    .find((part) => part.startsWith('party::'));
  return (
    <>
      <NextCalls of={{ operation }} what={`of ${operation}`} />
      {party !== undefined && <NextCalls of={{ party }} what="about this party" />}
    </>
  );
}

function Summary({ exchange }: { readonly exchange: Exchange }): JSX.Element {
  const { at, clientId, duration, connection, status, request, response } = exchange;
  const trace = request.headers.find(([name = '']) => name.toLowerCase() === 'traceparent')?.[1]?.split('-')[1];
  return (
    <p class="summary">
      <Status status={status} ending={response.ending} />
      <span>{dayAndTime(at)} UTC</span>
      {duration !== undefined && <span>{milliseconds(duration)}</span>}
      {clientId !== undefined && <span>client {clientId}</span>}
      {trace !== undefined && <span>trace {trace}</span>}
      {connection !== undefined && (
        <span>
          connection {connection.id}, request {connection.request} on it
        </span>
      )}
    </p>
  );
}

function requestLine(exchange: Exchange): string {
  return `${exchange.method} ${targetOf(exchange)}`;
}

function responseLine({ status, ended }: Exchange): string {
  return ended === undefined ? String(status) : `${status}, but: ${ended}`;
}
