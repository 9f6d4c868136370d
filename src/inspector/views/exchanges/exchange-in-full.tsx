/** One exchange: what was sent, what came back, and why. */

import { useRef } from 'preact/hooks';
import { loadExchange } from '../../control/call.js';
import { headerOf, textOf } from '../../control/message.js';
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
  /** The line of the exchange in the list. The exchange is loaded again when it changes, for example at its end. */
  readonly outline: Outline | undefined;
}

/** An exchange in full: summary, reasons, what can be done with it, and both messages. */
export function ExchangeInFull({ id, outline }: Props) {
  const { value, error } = useLoaded((signal) => loadExchange(id, signal), [id, outline]);
  // While an exchange is loaded, the exchange before stays in sight.
  const lastLoaded = useRef<Exchange | undefined>(undefined);
  lastLoaded.current = error.value === undefined ? (value.value ?? lastLoaded.current) : undefined;
  const exchange = lastLoaded.current;

  const compared = useLoaded(async (signal) => {
    return comparedId.value > 0 ? await loadExchange(comparedId.value, signal) : undefined;
  });
  const loadedOther = compared.value.value;
  // The loaded exchange may be the one of an earlier address, and an exchange is not compared with itself.
  const isOther = loadedOther?.id === comparedId.value && loadedOther.id !== exchange?.id;
  const other = isOther ? loadedOther : undefined;

  const problem = error.value ?? compared.error.value;
  const name = `Exchange ${exchange?.id ?? id}`;
  const title = exchange && `#${exchange.id} ${exchange.operation ?? 'no operation of the contract'}`;

  return (
    <Item label={name} title={title ?? name}>
      {exchange !== undefined && (
        <>
          <Summary exchange={exchange} />
          <Actions key={exchange.id} exchange={exchange} />
          {other !== undefined && <Comparison exchange={exchange} other={other} />}
          <OpenLinks text={`${exchange.path} ${textOf(exchange.response.body)}`} />
          <Reasons exchange={exchange} />
          <Failures exchange={exchange} />
          <Messages exchanges={other === undefined ? [exchange] : [other, exchange]} />
        </>
      )}
      {problem !== undefined && <p class="bar warning">{problem}</p>}
    </Item>
  );
}

/** The requests beside each other, and below them the responses. */
function Messages({ exchanges }: { readonly exchanges: readonly Exchange[] }) {
  const isCompared = exchanges.length > 1;
  return (
    <div class="messages">
      {(['request', 'response'] as const).flatMap((part) =>
        exchanges.map((exchange) => (
          <Message key={`${part} ${exchange.id}`} exchange={exchange} part={part} isCompared={isCompared} />
        )),
      )}
    </div>
  );
}

/** Forms that let next calls fail: the calls of the operation of this exchange, and the calls about its party. */
function Failures({ exchange: { operation, path } }: { readonly exchange: Exchange }) {
  if (operation === undefined) return null;

  const segments = path.split('/').map(decodeOrKeep);
  const party = segments.find((segment) => segment.startsWith('party::'));
  return (
    <>
      <NextCalls of={{ operation }} what={`of ${operation}`} />
      {party !== undefined && <NextCalls of={{ party }} what="about this party" />}
    </>
  );
}

/** The facts about an exchange, in a line. */
function Summary({ exchange }: { readonly exchange: Exchange }) {
  const { at, clientId, duration, connection, status, request, response } = exchange;
  const trace = headerOf(request, 'traceparent')?.split('-')[1];
  const facts = [
    `${dayAndTime(at)} UTC`,
    duration !== undefined && milliseconds(duration),
    clientId !== undefined && `client ${clientId}`,
    trace !== undefined && `trace ${trace}`,
    connection !== undefined && `connection ${connection.id}, request ${connection.request} on it`,
  ];

  return (
    <p class="summary">
      <Status status={status} ending={response.ending} />
      {facts.map((fact) => fact !== false && <span key={fact}>{fact}</span>)}
    </p>
  );
}
