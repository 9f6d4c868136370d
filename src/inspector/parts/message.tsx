/** A request or a response: its head and its body. */

import type { JSX } from 'preact';
import type { Exchange, MessageBody } from '../control/types.js';
import { counted } from './format.js';
import { Json } from './json.js';

interface Props {
  readonly title: string;
  /** Request line or status. */
  readonly start: string;
  readonly message: Exchange['request'];
}

export function Message({ title, start, message: { headers, body } }: Props): JSX.Element {
  return (
    <section class="message">
      <h3>{title}</h3>
      <p class="start">{start}</p>
      <dl class="headers">
        {headers.map(([name, value], at) => (
          <div key={at}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Body body={body} />
    </section>
  );
}

function Body({ body }: { readonly body: MessageBody | undefined }): JSX.Element {
  if (body === undefined) return <p class="soft">No body</p>;
  if ('text' in body) return body.text === '' ? <p class="soft">Empty body</p> : <Json text={body.text} />;
  if ('base64' in body) return <pre class="code">{body.base64}</pre>;
  return <p class="soft">The journal has not kept the body ({counted(body.bytes, 'byte')}).</p>;
}
