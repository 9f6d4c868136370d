/** The report of a verification as one self-contained HTML page: no script, no other file, no network. */

import { html, type Html } from '../../common/reporting/html.js';
import { htmlPage } from '../../common/reporting/html-page.js';
import { listHtml, sectionHtml, tableHtml } from '../../common/reporting/html-pieces.js';
import { coverageHtml } from './html-coverage.js';
import { interactionHtml, interactionId } from './html-interaction.js';
import { counted } from './report-text.js';
import type { GuessReport, PactReport, VerificationReport } from './verification-report.js';

/** The whole page. The same report always results in the same page. */
export function htmlReport(report: VerificationReport): string {
  const { verdict, pacts, guesses, coverage } = report;
  const places = new Map(guesses.map(({ id }, at) => [id, `guess-${at + 1}`]));
  const body = html`${headerHtml(report)}
    <main>
      ${failuresHtml(pacts)} ${problemsHtml(report)}
      ${sectionHtml(
        'pacts',
        'Pacts',
        pacts.length === 0 ? html`<p>No pact was verified.</p>` : undefined,
        pacts.map((pact, at) => pactHtml(pact, at, (point) => places.get(point))),
      )}
      ${coverageHtml(coverage)} ${guessesHtml(guesses)}
    </main>`;
  return htmlPage(`Pact verification: ${verdict}`, body);
}

function headerHtml({ verdict, proves, doesNotProve, emulator, counts, pacts }: VerificationReport): Html {
  const total = counts.passed + counts.failed + counts.pending;
  return html`<header>
    <h1>Pact verification: <span class="${verdict}">${verdict}</span></h1>
    <ul class="counts">
      <li><b class="passed">${counts.passed}</b> passed</li>
      <li><b class="failed">${counts.failed}</b> failed</li>
      <li><b class="pending">${counts.pending}</b> pending</li>
      <li class="soft">${counted(total, 'interaction')} in ${counted(pacts.length, 'pact')}</li>
    </ul>
    <p><strong>What it proves.</strong> ${proves}</p>
    <p><strong>What it does not prove.</strong> ${doesNotProve}</p>
    <p class="soft">id-emulator ${emulator.version}, contract ${emulator.contract}</p>
    <nav aria-label="Parts of the report">
      <a href="#pacts">Pacts</a> · <a href="#blind-spots">Blind spots</a> · <a href="#coverage">Coverage</a> ·
      <a href="#guesses">Guesses</a>
    </nav>
  </header>`;
}

/** Links to the failed interactions. */
function failuresHtml(pacts: readonly PactReport[]): Html | undefined {
  const failures = pacts.flatMap(({ consumer, interactions }, pact) =>
    interactions.flatMap(({ outcome, description }, at) =>
      outcome === 'failed' ? [html`<a href="#${interactionId(pact, at)}">${consumer}: ${description}</a>`] : [],
    ),
  );
  return failures.length === 0 ? undefined : sectionHtml('failures', 'Failures', listHtml(failures));
}

function problemsHtml({ problems, notices }: VerificationReport): Html | undefined {
  if (problems.length + notices.length === 0) return undefined;
  const shown = problems.map(
    ({ source, message }) => html`<span class="label failed">problem</span> <code>${source}</code>: ${message}`,
  );
  return sectionHtml('problems', 'Not verified', listHtml(shown), listHtml(notices));
}

function pactHtml(
  { source, consumer, provider, specification, interactions }: PactReport,
  at: number,
  guessId: (point: string) => string | undefined,
): Html {
  return html`<h3>${consumer} → ${provider}</h3>
    <p class="soft"><code>${source}</code>, Pact specification ${specification}</p>
    ${interactions.length === 0 ? html`<p>It has no interactions.</p>` : interactions.map((interaction, number) => interactionHtml(interaction, interactionId(at, number), guessId))}`;
}

function guessesHtml(guesses: readonly GuessReport[]): Html {
  if (guesses.length === 0) return sectionHtml('guesses', 'Guesses', html`<p>No response rests on a guess.</p>`);
  return sectionHtml(
    'guesses',
    'Guesses',
    html`<p>
      Points where the specification is silent, with the number of interactions that rest on each. The real service may
      behave differently there.
    </p>`,
    tableHtml(
      { label: 'Table of guesses', columns: ['point', 'basis', 'subject', 'interactions'] },
      guesses.map(guessRow),
    ),
  );
}

function guessRow({ id, basis, subject, note, interactions }: GuessReport, at: number): Html {
  return html`<tr id="guess-${at + 1}">
    <th scope="row"><code>${id}</code></th>
    <td>${basis}</td>
    <td>${subject}${note === undefined ? undefined : html`<br /><span class="soft">${note}</span>`}</td>
    <td>${interactions}</td>
  </tr>`;
}
