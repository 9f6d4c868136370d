/** Why the exchange got its response: scenarios, diagnostics, the judge, and the guesses that the response rests on. */

import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { failedItems } from '../../../common/batch-items.js';
import { membersOf, parseJson } from '../../../common/json.js';
import { textOf } from '../../control/message.js';
import type { Exchange } from '../../control/types.js';
import { addressOf } from '../../state/route.js';
import { counted } from '../../../common/reporting/phrases.js';
import { idOf } from './differences.js';
import { behaviour, knownFidelity } from '../../state/sandbox.js';
import SELECTORS from './selectors.json' with { type: 'json' };

/** How long an exchange stays in sight before the judge is asked, because the judge reads the whole journal. */
const PAUSE_MILLISECONDS = 200;

/** Why an exchange is as it is, a line for each reason. */
export function Reasons({ exchange }: { readonly exchange: Exchange }) {
  useEffect(() => {
    const timer = setTimeout(behaviour.reload, PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [exchange.id]);
  const reasons = [...causesOf(exchange), ...verdictsOn(exchange)];
  return (
    <section class="reasons" aria-label="Why it got this response">
      <h3>Why</h3>
      <ul>
        {reasons.map(([kind, text], index) => (
          <li key={index}>
            <span class={`chip ${kind}`}>{kind}</span> <span>{text}</span>
          </li>
        ))}
      </ul>
      <Guesses restsOn={exchange.restsOn ?? []} />
    </section>
  );
}

/** `kind` is the word of the mark, and its style. */
type Reason = readonly [kind: string, text: ComponentChildren];

/** Why the response is as it is, and what else there is to say about the exchange. */
function causesOf(exchange: Exchange): Reason[] {
  const { scenarios, idleScenarios = [], violations = [], nearMisses = [], variants = {} } = exchange;
  const causes: Reason[] = scenarios.map((applied) => ['scenario', selectionText(applied)]);
  const add = (kind: string, ...texts: readonly ComponentChildren[]): unknown =>
    causes.push(...texts.map((text) => [kind, text] as const));

  add('idle', ...idleScenarios.map(({ scenario, reason }) => [scenarioLink(scenario), ' changed nothing: ', reason]));
  if (exchange.refusedByEmulator)
    add('emulator', 'The emulator refused a header that is meant for it. The service would not have.');
  add('violation', ...violations.map(violationText));
  add('diagnostic', ...exchange.diagnostics);
  // What follows does not explain the response, but adds to it.
  if (causes.length === 0) add('contract', 'No scenario: this is how the contract answers this request.');
  if (exchange.sentByEmulator)
    add('inspector', 'This page had the emulator send the request. It says nothing of the client.');
  add('items', ...failuresIn(exchange));
  if (nearMisses.length > 0) add('near', ['The contract has ', nearMisses.map(nearMissText)]);
  add('variant', ...Object.entries(variants).map(([point, name]) => `The sandbox has chosen ${point}=${name}.`));

  return causes;
}

/** The rules of the judge that this exchange breaks. */
function verdictsOn({ id }: Exchange): Reason[] {
  const verdicts = behaviour.value.value?.verdicts ?? [];
  return verdicts.flatMap(({ rule, title, verdict, offences }) => {
    const link = <a href={addressOf({ view: 'behaviour', item: rule })}>{title.replace(/\.$/, '')}</a>;
    const broken = offences.filter(({ exchanges }) => exchanges.includes(id));
    const kind = verdict === 'suspected' ? 'suspected' : 'judge';

    return broken.map(({ what }): Reason => [kind, [link, ': ', what]]);
  });
}

/** The name of a scenario, which leads to its description. */
function scenarioLink(scenario: string) {
  return <a href={addressOf({ view: 'scenarios', item: scenario })}>{scenario}</a>;
}

/** Which scenario was applied, who selected it, and at which of its calls. */
function selectionText({ scenario, selector, call, parameters }: Exchange['scenarios'][number]) {
  const values = Object.entries(parameters).map(([name, value]) => `${name}=${String(value)}`);
  return (
    <>
      {scenarioLink(scenario)}, selected by {SELECTORS[selector]}: {ordinal(call)} call that met its conditions
      {values.length > 0 && <span class="soft"> ({values.join(', ')})</span>}
    </>
  );
}

type Violation = NonNullable<Exchange['violations']>[number];

function violationText({ in: part, pointer, expected, value }: Violation) {
  return (
    <>
      {part} <code>{pointer}</code>: expected {expected}, found {value === undefined ? 'nothing' : <code>{value}</code>}
    </>
  );
}

type NearMiss = NonNullable<Exchange['nearMisses']>[number];

/** An operation that the client may have meant. */
function nearMissText({ operation, method, path }: NearMiss) {
  return (
    <div key={operation}>
      {operation} <code>{`${method} ${path}`}</code>
    </div>
  );
}

/** How many failed items are shown: a batch may have a hundred. */
const MOST_ITEMS = 10;

/** The items of a batch that failed, each with the reason, in one element. Empty if no item failed. */
function failuresIn({ response: { body } }: Exchange): JSX.Element[] {
  const response = parseJson(textOf(body));
  const failed = failedItems(response);
  if (failed.length === 0) return [];

  const { results } = response as { readonly results: readonly { readonly error: unknown }[] };

  return [
    <>
      {failed.length} of {counted(results.length, 'item')} failed
      {failed.slice(0, MOST_ITEMS).map((index) => (
        <div key={index}>
          {ordinal(index + 1)}, <code>{idOf(results[index])}</code>:{' '}
          {String(membersOf(results[index]!.error)['message'])}
        </div>
      ))}
    </>,
  ];
}

/** The first ordinals, which are written as words. */
const ORDINALS = ['the first', 'the second', 'the third', 'the fourth', 'the fifth'];

/** `the first`, `the 21st`. */
function ordinal(position: number): string {
  return ORDINALS[position - 1] ?? `the ${position}${SUFFIXES.get(PLURALS.select(position)) ?? 'th'}`;
}

const SUFFIXES: ReadonlyMap<string, string> = new Map(Object.entries({ one: 'st', two: 'nd', few: 'rd' }));
const PLURALS = new Intl.PluralRules('en', { type: 'ordinal' });

type RestsOn = NonNullable<Exchange['restsOn']>;

/** The guesses about the service that a response rests on: those that few operations share first. */
function Guesses({ restsOn }: { readonly restsOn: RestsOn }) {
  if (restsOn.length === 0) return null;

  const points = new Map(knownFidelity().value.value?.points.map((point) => [point.id, point]));
  const operationCount = (id: string): number => points.get(id)?.operations.length ?? 0;
  const most = Math.max(...[...points.keys()].map(operationCount));
  // A universal guess is about every operation (or as many as any guess), and does not depend on a condition. It
  // explains least about this response.
  const isUniversal = ({ id }: RestsOn[number]): boolean =>
    points.get(id)?.when === undefined && operationCount(id) >= most;

  const rarestFirst = restsOn.toSorted((a, b) => operationCount(a.id) - operationCount(b.id));
  const specific = rarestFirst.filter((guess) => !isUniversal(guess));
  const universal = restsOn.filter(isUniversal);

  const list = (guesses: RestsOn) => (
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
