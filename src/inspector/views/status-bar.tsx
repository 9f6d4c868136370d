/** What is going on in the chosen sandbox, above every view: its clock, its active scenarios, and broken rules. */

import { call } from '../control/call.js';
import type { Sandbox } from '../control/types.js';
import { Action } from '../parts/buttons.js';
import { counted } from '../../common/reporting/phrases.js';
import { dayAndTime } from '../parts/format.js';
import { useLoaded } from '../parts/loaded.js';
import { attempt } from '../state/notice.js';
import { addressOf, go, sandboxId } from '../state/route.js';
import { behaviour, chosenSandbox, openSandbox } from '../state/sandbox.js';
import { activeScenarios, stopScenario, titleOf } from '../state/scenarios.js';

/** How many sandboxes the menu has: there may be thousands, and the view has all. */
const MOST_SANDBOXES = 100;
/** How many active scenarios are named. Further ones are counted. */
const MOST_SCENARIOS = 3;

/** The verdicts that accuse the client, with the words for one rule. */
const VERDICTS = [
  ['fail', 'broken rule'],
  ['suspected', 'suspected rule'],
] as const;

/** The sandbox, its time, its active scenarios, and how many rules its client breaks. */
export function StatusBar() {
  const clock = chosenSandbox.value.value?.clock;
  const verdicts = (behaviour.value.value?.verdicts ?? []).map(({ verdict }) => verdict);
  return (
    <>
      <SandboxChoice />
      {clock !== undefined && (
        <a class="nowrap mono" title="The clock of the sandbox, UTC" href={viewAddress('clock')}>
          {dayAndTime(clock.time)}
          {clock.frozen && ', stopped'}
        </a>
      )}
      <Scenarios />
      {VERDICTS.filter(([verdict]) => verdicts.includes(verdict)).map(([verdict, what]) => (
        <a key={verdict} class={`chip ${verdict}`} href={viewAddress('behaviour')}>
          {counted(verdicts.filter((each) => each === verdict).length, what)}
        </a>
      ))}
    </>
  );
}

/** The address of a view, without an item of it. */
function viewAddress(view: 'behaviour' | 'clock' | 'sandboxes' | 'scenarios'): string {
  return addressOf({ view, item: '', query: {} });
}

/** The value of the menu that opens a new sandbox. No sandbox has this ID. */
const NEW = '+';

/** @param value the ID of a sandbox; empty for the view of all */
function chooseSandbox(value: string): void {
  if (value === NEW) attempt(() => openSandbox({}));
  else go(value === '' ? { view: 'sandboxes' } : { sandbox: value });
}

/** Leads to another sandbox, in the same view. */
function SandboxChoice() {
  const sandboxes = useLoaded(
    async (signal) => (await call('get', '/sandboxes', { query: { limit: MOST_SANDBOXES }, signal })).sandboxes,
  );
  const chosen = sandboxId.value;
  const known = sandboxes.value.value ?? [];
  const chosenName = chosenSandbox.value.value?.name ?? chosen;
  /** The name of a sandbox, with its ID if another sandbox has the same name. */
  const titleOfSandbox = ({ id, name }: Sandbox): string => {
    const isShared = name !== undefined && known.some((other) => other.name === name && other.id !== id);
    return isShared ? `${name} (${id})` : (name ?? id);
  };

  return (
    <span class="sandbox">
      <select
        aria-label="Sandbox"
        value={chosen}
        onFocus={sandboxes.reload}
        onChange={({ currentTarget: { value } }) => chooseSandbox(value)}
      >
        {!known.some(({ id }) => id === chosen) && <option value={chosen}>{chosenName}</option>}
        {known.map((sandbox) => (
          <option key={sandbox.id} value={sandbox.id}>
            {titleOfSandbox(sandbox)}
          </option>
        ))}
        <option value="">All sandboxes</option>
        <option value={NEW}>Open another one</option>
      </select>
    </span>
  );
}

/** The first active scenarios, each with a button that stops it. */
function Scenarios() {
  const active = activeScenarios.value.value ?? [];
  return (
    <>
      {active.slice(0, MOST_SCENARIOS).map(({ id, scenario, spent, parameters }) => (
        <span class={spent ? 'chip' : 'chip scenario'} key={id}>
          <a href={addressOf({ view: 'scenarios', item: scenario, query: {} })}>{titleOf({ scenario, parameters })}</a>
          {spent && ', used up'}{' '}
          <Action changes class="small" text="Stop" about={`${scenario} now`} act={() => stopScenario(id)} />
        </span>
      ))}
      {active.length > MOST_SCENARIOS && (
        <a href={viewAddress('scenarios')}>and {active.length - MOST_SCENARIOS} more scenarios</a>
      )}
    </>
  );
}
