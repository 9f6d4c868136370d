/** Has the next calls about a party, or of an operation, fail with 500. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../control/call.js';
import { Form } from '../../parts/form.js';
import { counted } from '../../parts/format.js';
import { attempt, say } from '../../state/notice.js';
import { isRecording } from '../../state/sandbox.js';
import { activeScenarios } from '../../state/scenarios.js';

interface Props {
  /** Which calls: those that have all of these. */
  readonly of: { readonly party?: string; readonly operation?: string };
  /** How a person calls them: `of getUsers`. */
  readonly what: string;
}

export function FailNext({ of: parameters, what }: Props): JSX.Element | null {
  const [count, setCount] = useState(1);
  const activate = attempt(async () => {
    const body = { scenario: 'failing-party', parameters, count };
    await call('post', '/sandboxes/{id}/scenarios', { body });
    activeScenarios.reload();
    say(`${count === 1 ? 'The next call' : `The next ${counted(count, 'call')}`} ${what} will fail with 500.`);
  });
  if (isRecording.value) return null;
  return (
    <Form class="actions" onSubmit={activate}>
      <button type="submit">Fail the next</button>
      <label>
        <input
          type="number"
          class="short"
          min={1}
          max={1_000}
          required
          value={count}
          aria-label={`How many calls ${what}`}
          onInput={(event) => setCount(event.currentTarget.valueAsNumber)}
        />{' '}
        {count === 1 ? 'call' : 'calls'} {what}
      </label>
    </Form>
  );
}
