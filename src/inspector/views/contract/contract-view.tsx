/** The contract of the sandbox: the API reference in a frame, which is loaded only here, with an access token in it. */

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { call } from '../../control/call.js';
import type { Ready, ReferenceContent } from '../../reference/message.js';
import { attempt } from '../../state/notice.js';
import { sandboxId } from '../../state/place.js';

const READY: Ready = 'reference-is-ready';

/** The part of an OpenAPI document that is used. */
interface Contract {
  readonly components?: { readonly securitySchemes?: Readonly<Record<string, { readonly type: string }>> };
}

export function ContractView(): JSX.Element {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const fill = (event: MessageEvent<unknown>): void => {
      const target = frame.current?.contentWindow;
      if (event.origin !== location.origin || event.source !== target || event.data !== READY) return;
      attempt(async () => target?.postMessage(await contentFor(sandboxId.value), location.origin))();
    };
    addEventListener('message', fill);
    return () => removeEventListener('message', fill);
  }, []);
  return <iframe ref={frame} class="contract" src="reference/" title="API reference" />;
}

async function contentFor(id: string): Promise<ReferenceContent> {
  const [contract, { accessToken }] = await Promise.all([
    call('get', '/sandboxes/{id}/openapi.json', { path: { id } }),
    call('post', '/sandboxes/{id}/access-tokens', { path: { id }, body: {} }),
  ]);
  const schemes = (contract as Contract).components?.securitySchemes ?? {};
  const scheme = Object.entries(schemes).find(([, { type }]) => type === 'oauth2')?.[0] ?? '';
  return { contract, scheme, accessToken };
}
