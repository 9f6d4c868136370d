/** A request or a response: its head and its body. */

import type { JSX } from 'preact';
import type { Exchange, MessageBody } from '../control/types.js';
import { Copy } from './buttons.js';
import { counted } from '../../common/reporting/phrases.js';
import { span } from './format.js';
import { Json } from './json.js';

const ROUTINE =
  /^(?:host|connection|keep-alive|accept.*|user-agent|sec-.*|date|content-length|transfer-encoding|cache-control|vary|etag|emulator-exchange)$/i;

/** Whether a header says nothing about the case. */
export function isRoutine(name: string): boolean {
  return ROUTINE.test(name);
}

/** Stands in the place of a secret, which a copy does not have either. */
const MARKER = /~[a-z-]+~/;

interface Props {
  readonly title: string;
  /** Request line or status. */
  readonly start: string;
  /** When it was handled: ISO 8601. */
  readonly at: string;
  readonly message: Exchange['request'];
}

export function Message({ title, start, at, message: { headers, body } }: Props): JSX.Element {
  const routine = headers.filter(([name = '']) => isRoutine(name));
  const text = body !== undefined && 'text' in body ? body.text : '';
  return (
    <section class="message">
      <h3>{title}</h3>
      <p class="start">{start}</p>
      <Body body={body} />
      {text !== '' && (
        <p class="actions">
          <Copy text={text}>{MARKER.test(text) ? 'Copy body, without secrets' : 'Copy body'}</Copy>
        </p>
      )}
      <Headers headers={headers.filter((header) => !routine.includes(header))} at={at} />
      {routine.length > 0 && (
        <details>
          <summary>{counted(routine.length, 'routine header')}</summary>
          <Headers headers={routine} at={at} />
        </details>
      )}
    </section>
  );
}

function Headers({ headers, at }: Pick<Exchange['request'], 'headers'> & { readonly at: string }): JSX.Element | null {
  if (headers.length === 0) return null;
  return (
    <dl class="headers">
      {headers.map(([name, value = ''], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{tokenText(value, at) === undefined ? value : <Token value={value} text={tokenText(value, at)!} />}</dd>
        </div>
      ))}
    </dl>
  );
}

function Token({ value, text }: { readonly value: string; readonly text: string }): JSX.Element {
  return (
    <details>
      <summary>{text}</summary>
      {value}
    </details>
  );
}

/** Whose access token it is and when it expires, by the sandbox's clock; undefined if it is none. */
function tokenText(value: string, at: string): string | undefined {
  const claims = /^Bearer [\w-]+\.([\w-]+)\./i.exec(value)?.[1];
  try {
    const text = atob((claims ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const { sub, exp } = JSON.parse(text) as { sub: string; exp: number };
    const left = exp * 1_000 - Date.parse(at);
    return `Bearer, ${sub}, ${left > 0 ? `expires in ${span(left)}` : `expired ${span(left)} ago`}`;
  } catch {
    return undefined;
  }
}

function Body({ body }: { readonly body: MessageBody | undefined }): JSX.Element {
  if (body === undefined) return <p class="soft">No body</p>;
  if ('text' in body) return body.text === '' ? <p class="soft">Empty body</p> : <Json text={body.text} />;
  if ('base64' in body) return <pre class="code">{body.base64}</pre>;
  return <p class="soft">The journal has not kept the body ({counted(body.bytes, 'byte')}).</p>;
}
