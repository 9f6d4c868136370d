/** Asks for the control token. */

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Form } from '../parts/form.js';
import { enterToken, tokenRequest } from '../state/session.js';

export function TokenForm(): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <Form class="card token" onSubmit={() => enterToken(field.current!.value)}>
      <h2>Control token</h2>
      <p>This emulator was started with --control-token. The page keeps the token in memory until it is closed.</p>
      <label>
        Control token <input ref={field} type="password" autocomplete="off" required />
      </label>
      {tokenRequest.value !== '' && <p class="bar warning">{tokenRequest.value}</p>}
      <button type="submit">Open</button>
    </Form>
  );
}
