/** The contract of the sandbox: the API reference in a frame, which is loaded only here, with an access token in it. */

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { call } from '../control/call.js';
import { ENDINGS } from '../parts/status.js';
import type { Contract, Ready, ReferenceAnswer, ReferenceContent, ReferenceRequest } from '../reference/message.js';
import { attempt } from '../state/notice.js';
import { isRecording } from '../state/sandbox.js';

const READY: Ready = 'reference-is-ready';

export function ContractView(): JSX.Element {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const fill = (event: MessageEvent<unknown>): void => {
      const target = frame.current?.contentWindow;
      if (event.origin !== location.origin || event.source !== target) return;
      if (event.data === READY) attempt(async () => target?.postMessage(await contentOfFrame(), location.origin));
      else void answerTo(event.data as ReferenceRequest).then((answer) => event.ports[0]?.postMessage(answer));
    };
    addEventListener('message', fill);
    return () => removeEventListener('message', fill);
  }, []);
  return <iframe ref={frame} src="reference/" title="API reference" />;
}

/** What the service responds to a request of the frame. */
async function answerTo(body: ReferenceRequest): Promise<ReferenceAnswer> {
  try {
    const { status, response } = await call('post', '/sandboxes/{id}/requests', { body });
    if (response.ending !== undefined) return ENDINGS[response.ending][1];
    const text = response.body !== undefined && 'text' in response.body ? response.body.text : '';
    return { status, headers: response.headers as [string, string][], body: text === '' ? null : text };
  } catch (error) {
    return (error as Error).message;
  }
}

async function contentOfFrame(): Promise<ReferenceContent> {
  const [contract, { accessToken }] = await Promise.all([
    call('get', '/sandboxes/{id}/openapi.json'),
    // A recording issues none.
    isRecording.value ? { accessToken: '' } : call('post', '/sandboxes/{id}/access-tokens', { body: {} }),
  ]);
  const schemes = (contract as Contract).components?.securitySchemes ?? {};
  const scheme = Object.entries(schemes).find(([, { type }]) => type === 'oauth2')?.[0] ?? '';
  return { contract, scheme, accessToken };
}
