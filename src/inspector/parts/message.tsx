/** A request or a response: its head and its body. */

import type { ComponentChildren } from 'preact';
import { textOf } from '../control/message.js';
import type { Exchange, MessageBody } from '../control/types.js';
import { Copy } from './buttons.js';
import { counted } from '../../common/reporting/phrases.js';
import { targetOf } from '../../common/reporting/request-target.js';
import { span } from './format.js';
import { Facts } from './frames.js';
import { Json } from './json.js';

/** Headers that most messages have, so that they say nothing about this exchange. */
const ROUTINE =
  /^(?:host|connection|keep-alive|accept.*|user-agent|sec-.*|date|content-length|transfer-encoding|cache-control|vary|etag|emulator-exchange)$/i;

/** Whether most messages have the header. */
export function isRoutine(name: string): boolean {
  return ROUTINE.test(name);
}

/** A marker in place of a secret. A copied body contains the marker, too. */
const MARKER = /~[a-z-]+~/;

interface Props {
  readonly exchange: Exchange;
  readonly part: 'request' | 'response';
  /** Whether the message is shown beside that of another exchange. */
  readonly isCompared: boolean;
}

/** A request or a response. Headers that most messages have are folded away. */
export function Message({ exchange, part, isCompared }: Props) {
  const { id, at } = exchange;
  const { headers, body } = exchange[part];
  const title = part === 'request' ? 'Request' : 'Response';
  const routine = headers.filter(([name = '']) => isRoutine(name));
  const special = headers.filter((header) => !routine.includes(header));
  const text = textOf(body);

  return (
    <section class="message">
      <h3>{isCompared ? `${title} of #${id}` : title}</h3>
      <p class="start">{part === 'request' ? `${exchange.method} ${targetOf(exchange)}` : responseLine(exchange)}</p>
      <Body body={body} />
      {text !== '' && (
        <p class="actions">
          <Copy text={MARKER.test(text) ? 'Copy body, without secrets' : 'Copy body'} copied={text} />
        </p>
      )}
      {special.length > 0 && <Headers headers={special} at={at} />}
      {routine.length > 0 && (
        <details>
          <summary>{counted(routine.length, 'routine header')}</summary>
          <Headers headers={routine} at={at} />
        </details>
      )}
    </section>
  );
}

/** The status, and how the response ended if it did not come whole. */
function responseLine({ status, ended }: Exchange): string {
  return ended === undefined ? String(status) : `${status}, but: ${ended}`;
}

/** Headers as a table of names and values. */
function Headers({ headers, at }: Pick<Exchange['request'], 'headers'> & { readonly at: string }) {
  const facts = headers.map(([name, value = '']) => [name, valueShown(value, tokenText(value, at))] as const);
  return <Facts class="headers" facts={facts} />;
}

/** The value. If a text says what it means, the value is behind the text. */
function valueShown(value: string, text: string | undefined): ComponentChildren {
  if (text === undefined) return value;
  return (
    <details>
      <summary>{text}</summary>
      {value}
    </details>
  );
}

/**
 * The owner of an access token in a header, and when the token expires; undefined if the value has no access token.
 * @param at the time of the exchange by the sandbox's clock
 */
function tokenText(value: string, at: string): string | undefined {
  const claims = /^Bearer [\w-]+\.([\w-]+)\./i.exec(value)?.[1];
  try {
    const text = atob((claims ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const { sub, exp } = JSON.parse(text) as { sub: string; exp: number };
    const lifetime = exp * 1_000 - Date.parse(at);
    const expiry = lifetime > 0 ? `expires in ${span(lifetime)}` : `expired ${span(lifetime)} ago`;

    return `Bearer, ${sub}, ${expiry}`;
  } catch {
    return undefined;
  }
}

/** A body as text, as bytes, or as what is known of it. */
function Body({ body }: { readonly body: MessageBody | undefined }) {
  if (body === undefined) return <p class="soft">No body</p>;
  if ('text' in body) return body.text === '' ? <p class="soft">Empty body</p> : <Json text={body.text} />;
  if ('base64' in body) return <pre class="code">{body.base64}</pre>;

  return <p class="soft">The journal has not kept the body ({counted(body.bytes, 'byte')}).</p>;
}
