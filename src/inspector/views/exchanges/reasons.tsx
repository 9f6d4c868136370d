/** Why the exchange got its response: scenarios, diagnostics, the judge, and the guesses that the response rests on. */

import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { failedItems } from '../../../common/batch-items.js';
import { membersOf, parseJson } from '../../../common/json.js';
import type { Exchange } from '../../control/types.js';
import { addressOf } from '../../state/route.js';
import { counted } from '../../../common/reporting/phrases.js';
import { idOf } from './differences.js';
import { behaviour, knownFidelity } from '../../state/sandbox.js';

export function Reasons({ exchange }: { readonly exchange: Exchange }): JSX.Element {
  const { scenarios, idleScenarios = [], diagnostics, refusedByEmulator, variants = {}, restsOn = [] } = exchange;
  const { violations = [], nearMisses = [] } = exchange;
  const isPlain =
    [scenarios, idleScenarios, diagnostics, violations].every(({ length }) => length === 0) && !refusedByEmulator;
  return (
    <section class="reasons" aria-label="Why it got this response">
      <h3>Why</h3>
      <ul>
        {scenarios.map((applied, at) => (
          <Reason kind="scenario" key={at}>
            <a href={addressOf({ view: 'scenarios', item: applied.scenario })}>{applied.scenario}</a>, selected by{' '}
            {SELECTORS[applied.selector]}: {ordinal(applied.call)} call that met it
            <Parameters values={applied.parameters} />
          </Reason>
        ))}
        {idleScenarios.map(({ scenario, reason }) => (
          <Reason kind="idle" key={scenario}>
            <a href={addressOf({ view: 'scenarios', item: scenario })}>{scenario}</a> changed nothing: {reason}
          </Reason>
        ))}
        {exchange.sentByEmulator && (
          <Reason kind="inspector">This page had the emulator send the request. It says nothing of the client.</Reason>
        )}
        {refusedByEmulator && (
          <Reason kind="emulator">
            The emulator refused a header that is meant for it. The service would not have.
          </Reason>
        )}
        {violations.map((violation) => (
          <Reason kind="violation" key={`${violation.in} ${violation.pointer}`}>
            {violation.in} <code>{violation.pointer}</code>: expected {violation.expected}, found{' '}
            {violation.value === undefined ? 'nothing' : <code>{violation.value}</code>}
          </Reason>
        ))}
        {diagnostics.map((diagnostic) => (
          <Reason kind="diagnostic" key={diagnostic}>
            {diagnostic}
          </Reason>
        ))}
        <FailedItems exchange={exchange} />
        {nearMisses.length > 0 && (
          <Reason kind="near">
            The contract has{' '}
            {nearMisses.map(({ operation, method, path }) => (
              <div key={operation}>
                {operation}{' '}
                <code>
                  {method} {path}
                </code>
              </div>
            ))}
          </Reason>
        )}
        {Object.entries(variants).map(([point, name]) => (
          <Reason kind="variant" key={point}>
            The sandbox has chosen {point}={name}.
          </Reason>
        ))}
        {isPlain && <Reason kind="contract">No scenario: this is how the contract answers this request.</Reason>}
        <Verdicts id={exchange.id} />
      </ul>
      <Guesses restsOn={restsOn} />
    </section>
  );
}

/** A batch may have a hundred. */
const MOST_ITEMS = 10;

/** The items of a batch that failed, and why each did. */
function FailedItems({ exchange }: { readonly exchange: Exchange }): JSX.Element | null {
  const { body } = exchange.response;
  const response = body !== undefined && 'text' in body ? parseJson(body.text) : undefined;
  const failed = failedItems(response);
  if (failed.length === 0) return null;
  const { results } = response as { readonly results: readonly { readonly error: unknown }[] };
  return (
    <Reason kind="items">
      {failed.length} of {counted(results.length, 'item')} failed
      {failed.slice(0, MOST_ITEMS).map((at) => (
        <div key={at}>
          {ordinal(at + 1)}, <code>{idOf(results[at])}</code>: {String(membersOf(results[at]!.error)['message'])}
        </div>
      ))}
    </Reason>
  );
}

const ORDINALS = ['the first', 'the second', 'the third', 'the fourth', 'the fifth'];

function ordinal(position: number): string {
  return ORDINALS[position - 1] ?? `the ${position}${SUFFIXES.get(PLURALS.select(position)) ?? 'th'}`;
}

const SUFFIXES: ReadonlyMap<string, string> = new Map(Object.entries({ one: 'st', two: 'nd', few: 'rd' }));
const PLURALS = new Intl.PluralRules('en', { type: 'ordinal' });

const SELECTORS: Readonly<Record<Exchange['scenarios'][number]['selector'], string>> = {
  sandbox: 'the sandbox',
  injection: 'an injection at this call',
  client: 'the client ID',
  header: 'the request’s header',
  party: 'the party',
};

interface ReasonProps {
  readonly kind: string;
  readonly children: ComponentChildren;
}

function Reason({ kind, children }: ReasonProps): JSX.Element {
  return (
    <li>
      <span class={`chip ${kind}`}>{kind}</span> <span>{children}</span>
    </li>
  );
}

function Parameters({ values }: { readonly values: Readonly<Record<string, unknown>> }): JSX.Element | null {
  const entries = Object.entries(values);
  if (entries.length === 0) return null;
  return <span class="soft"> ({entries.map(([name, value]) => `${name}=${String(value)}`).join(', ')})</span>;
}

/** Whoever walks through the list has not the whole journal judged at each step. */
const PAUSE_MILLISECONDS = 200;

/** The rules of the judge that this exchange breaks. */
function Verdicts({ id }: { readonly id: number }): JSX.Element {
  useEffect(() => {
    const timer = setTimeout(behaviour.reload, PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [id]);
  const broken = behaviour.value.value?.verdicts.flatMap(({ rule, title, verdict, offences }) =>
    offences.flatMap(({ exchanges, what }) => (exchanges.includes(id) ? [{ rule, title, verdict, what }] : [])),
  );
  return (
    <>
      {broken?.map(({ rule, title, verdict, what }, at) => (
        <Reason kind={verdict === 'suspected' ? 'suspected' : 'judge'} key={at}>
          <a href={addressOf({ view: 'behaviour', item: rule })}>{title.replace(/\.$/, '')}</a>: {what}
        </Reason>
      ))}
    </>
  );
}

type RestsOn = NonNullable<Exchange['restsOn']>;

/** The guesses about the service that a response rests on: those that few operations share first. */
function Guesses({ restsOn }: { readonly restsOn: RestsOn }): JSX.Element | null {
  if (restsOn.length === 0) return null;
  const points = new Map(knownFidelity().value.value?.points.map((point) => [point.id, point]));
  const spread = (id: string): number => points.get(id)?.operations.length ?? 0;
  const most = Math.max(...[...points.keys()].map(spread));
  const list = (guesses: RestsOn): JSX.Element => (
    <ul class="guesses">
      {guesses.map(({ id, basis, subject }) => (
        <li key={id}>
          <span class={`chip ${basis}`}>{basis}</span>{' '}
          <span>
            <a href={addressOf({ view: 'fidelity', item: id })}>{subject}</a>{' '}
            <span class="soft">{points.get(id)?.note}</span>
          </span>
        </li>
      ))}
    </ul>
  );
  const isUniversal = ({ id }: RestsOn[number]): boolean => points.get(id)?.when === undefined && spread(id) >= most;
  const specific = restsOn.filter((guess) => !isUniversal(guess)).toSorted((a, b) => spread(a.id) - spread(b.id));
  const universal = restsOn.filter(isUniversal);
  return (
    <details>
      <summary>Rests on {counted(restsOn.length, 'guess', 'guesses')} about the service</summary>
      {list(specific)}
      {universal.length > 0 && (
        <details>
          <summary>{universal.length} of them are behind every operation</summary>
          {list(universal)}
        </details>
      )}
    </details>
  );
}
