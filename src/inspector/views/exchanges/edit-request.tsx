/** A form that changes a request before it is sent. */

import type { SendRequest } from '../../control/types.js';
import { Field, Form, Input, valuesIn } from '../../parts/form.js';
import { catalogue } from '../../state/scenarios.js';
import { isCopied } from './repeatable.js';

interface Props {
  readonly request: SendRequest;
  readonly send: (request: SendRequest) => Promise<void>;
}

/** A form with the parts of a request, which are changed before it is sent. */
export function EditRequest({ request, send }: Props) {
  const { method, target, headers = [], body, clientId } = request;
  // The header that selects scenarios has a field of its own below.
  const others = headers.filter(isCopied).map(([name, value]) => `${name}: ${value}`);
  return (
    <Form class="fields wide" aria-label="Edit and send" submit="Send" onSubmit={(form) => send(requestIn(form))}>
      <Input label="method" name="method" required defaultValue={method} />
      <Input label="path and query" name="target" required pattern="/.*" defaultValue={target} />
      <Field label="headers">
        <textarea name="headers" rows={others.length + 1} defaultValue={others.join('\n')} />
      </Field>
      <Field label="body">
        <textarea name="body" rows={4} defaultValue={body} />
      </Field>
      <Input
        label="scenario"
        name="scenario"
        list="scenarios"
        placeholder="rate-limit-burst;burst=1"
        defaultValue={headers.find((header) => !isCopied(header))?.[1]}
      />
      <Input label="new token of client" name="clientId" placeholder="none" defaultValue={clientId} />
      <datalist id="scenarios">
        {catalogue.value.value?.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </Form>
  );
}

/** What was typed. @throws Error if a line is no header */
function requestIn(form: HTMLFormElement): SendRequest {
  const { method = '', target = '', headers = '', scenario, ...others } = valuesIn(form);
  const lines = headers.split('\n').filter((line) => line.trim() !== '');
  return {
    method,
    target,
    headers: [...lines.map(headerIn), ...(scenario === undefined ? [] : [['Emulator-Scenario', scenario]])],
    ...others,
  };
}

/** The header in a line of the form. */
function headerIn(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  if (colon < 1) throw new Error(`The header "${line}" has no colon: write it as "Accept: application/json".`);
  return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}
