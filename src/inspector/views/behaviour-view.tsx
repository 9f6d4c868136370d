/** What the judge says of the client: rules followed, broken or not seen, with evidence. */

import type { Verdict } from '../control/types.js';
import { ExchangeLinks, Timeline } from '../parts/evidence.js';
import { counted } from '../../common/reporting/phrases.js';
import { Page } from '../parts/frames.js';
import { Shown } from '../parts/loaded.js';
import { route } from '../state/route.js';
import { behaviour } from '../state/sandbox.js';

/** The verdicts in the order in which people want to read them. */
const VERDICTS: readonly (readonly [verdict: Verdict['verdict'], text: string])[] = [
  ['fail', 'broken'],
  ['suspected', 'suspected'],
  ['pass', 'followed'],
  ['not-seen', 'not seen'],
];

/** The verdicts of the judge on the client of the sandbox. */
export function BehaviourView() {
  return (
    <Page title="Behaviour" about="How the client behaves, judged by its requests in the journal.">
      <Shown of={behaviour}>
        {({ exchanges, verdicts, situations = [] }) => (
          <>
            <p class="summary">
              {inOrder(verdicts).map(({ verdict, text, rules }) => (
                <span key={verdict}>
                  <span class={`chip ${verdict}`}>{rules.length}</span> {text}
                </span>
              ))}
              <span>of {counted(exchanges, 'exchange')}</span>
            </p>
            <ul class="verdicts">
              {inOrder(verdicts).flatMap(({ text, rules }) =>
                rules.map((judged) => <Rule key={judged.rule} judged={judged} text={text} />),
              )}
            </ul>
            {situations.length > 0 && <h3>Situations</h3>}
            <ul>
              {situations.map(({ situation, operation, count, next }) => (
                <li key={`${situation} ${operation}`}>
                  {count}× {situation}, {operation}: {next.join(', ')}
                </li>
              ))}
            </ul>
          </>
        )}
      </Shown>
    </Page>
  );
}

/** The rules with each verdict. */
function inOrder(verdicts: readonly Verdict[]) {
  return VERDICTS.map(([verdict, text]) => {
    return { verdict, text, rules: verdicts.filter((judged) => judged.verdict === verdict) };
  });
}

/** A rule with its verdict, the offences against it, and the remedy. */
function Rule({ judged, text }: { readonly judged: Verdict; readonly text: string }) {
  const { rule, title, basis, verdict, explanation, doubt, remedy, exchanges, count, offences } = judged;
  const isBad = verdict === 'fail' || verdict === 'suspected';
  const isExplained = offences.some(({ what }) => what === explanation);

  return (
    <li>
      <details open={isBad || route.value.item === rule}>
        <summary>
          <span class={`chip ${verdict}`}>{text}</span> <span>{title}</span>
        </summary>
        {!isExplained && <p>{explanation}</p>}
        {doubt !== undefined && <p class="soft">{doubt}</p>}
        {offences.map(({ exchanges: ids, what }, index) => (
          <div key={index}>
            <p>
              <ExchangeLinks ids={ids} /> {what}
            </p>
            {isBad && <Timeline ids={ids} />}
          </div>
        ))}
        {isBad && remedy !== undefined && (
          <p>
            <strong>Remedy:</strong> {remedy}
          </p>
        )}
        {offences.length === 0 && exchanges.length > 0 && (
          <p>
            Seen in <ExchangeLinks ids={exchanges} {...(count !== undefined && { total: count })} />
          </p>
        )}
        <p class="soft">{`${rule} · ${basis}`}</p>
      </details>
    </li>
  );
}
