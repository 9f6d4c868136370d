/** A form that lets the next calls of an operation or about a party fail with 500, or holds those of an operation. */

import { useState } from 'preact/hooks';
import { call } from '../../control/call.js';
import type { Operation } from '../../control/types.js';
import { Action } from '../../parts/buttons.js';
import { Form } from '../../parts/form.js';
import { counted } from '../../../common/reporting/phrases.js';
import { say } from '../../state/notice.js';
import { isRecording, openHolds } from '../../state/sandbox.js';
import { activeScenarios } from '../../state/scenarios.js';

/** How long a call is held. It is the longest time for a hold, because people need longer than tests. */
const LONGEST_HOLD_MILLISECONDS = 600_000;

interface Props {
  /** Which calls fail or are held: those of the operation, about the party, or both if both are given. */
  readonly of: { readonly party?: string; readonly operation?: Operation };
  /** The calls in words: `of getUsers`. */
  readonly what: string;
}

/** The form. A recording has no next calls, so it has no form. */
export function NextCalls({ of: parameters, what }: Props) {
  const [count, setCount] = useState(1);
  const { operation } = parameters;
  const calls = count === 1 ? 'call' : counted(count, 'call');
  const announce = (fate: string): void => say(`The next ${calls} ${what} will ${fate}.`);
  const fail = async (): Promise<void> => {
    const body = { scenario: 'failing-party', parameters, count };
    await activeScenarios.reloadAfter(call('post', '/sandboxes/{id}/scenarios', { body }));
    announce('fail with 500');
  };

  const hold = async (held: Operation): Promise<void> => {
    const body = { operation: held, calls: count, limit: LONGEST_HOLD_MILLISECONDS };
    await openHolds.reloadAfter(call('post', '/sandboxes/{id}/holds', { body }));
    announce('wait');
  };

  if (isRecording.value) return null;

  return (
    <Form class="actions" onSubmit={fail}>
      <button type="submit">Fail the next</button>
      {operation !== undefined && <Action text="Hold the next" act={() => hold(operation)} />}
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
