/** The report of a verification as one self-contained HTML page: no script, no other file, no network. */

import { html, type Html } from '../../common/reporting/html.js';
import { htmlPage } from '../../common/reporting/html-page.js';
import { coverageHtml } from './html-coverage.js';
import { counted, interactionHtml, interactionId } from './html-interaction.js';
import type { GuessReport, PactReport, VerificationReport } from './verification-report.js';

/** The whole page. The same report always results in the same page. */
export function htmlReport(report: VerificationReport): string {
  const { verdict, pacts, guesses, coverage } = report;
  const places = new Map(guesses.map(({ id }, at) => [id, `guess-${at + 1}`]));
  const body = html`${headerHtml(report)}
    <main>
      ${failuresHtml(pacts)} ${problemsHtml(report)}
      <section aria-labelledby="pacts">
        <h2 id="pacts">Pacts</h2>
        ${pacts.length === 0 ? html`<p>No pact was verified.</p>` : pacts.map((pact, at) => pactHtml(pact, at, (point) => places.get(point)))}
      </section>
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
function failuresHtml(pacts: readonly PactReport[]): Html {
  const failures = pacts.flatMap(({ consumer, interactions }, pact) =>
    interactions.flatMap(({ outcome, description }, at) =>
      outcome === 'failed'
        ? [html`<li><a href="#${interactionId(pact, at)}">${consumer}: ${description}</a></li>`]
        : [],
    ),
  );
  return failures.length === 0
    ? html``
    : html`<section aria-labelledby="failures">
        <h2 id="failures">Failures</h2>
        <ul>
          ${failures}
        </ul>
      </section>`;
}

function problemsHtml({ problems, notices }: VerificationReport): Html {
  if (problems.length + notices.length === 0) return html``;
  return html`<section aria-labelledby="problems">
    <h2 id="problems">Not verified</h2>
    ${
      problems.length === 0
        ? undefined
        : html`<ul>
            ${problems.map(({ source, message }) => html`<li><span class="label failed">problem</span> <code>${source}</code>: ${message}</li>`)}
          </ul>`
    }
    ${
      notices.length === 0
        ? undefined
        : html`<ul>
            ${notices.map((notice) => html`<li>${notice}</li>`)}
          </ul>`
    }
  </section>`;
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
  return html`<section aria-labelledby="guesses">
    <h2 id="guesses">Guesses</h2>
    ${
      guesses.length === 0
        ? html`<p>No response rests on a guess.</p>`
        : html`<p>
              Points where the specification is silent, with the number of interactions that rest on each. The real
              service may behave differently there.
            </p>
            <section class="wide" aria-label="Table of guesses" tabindex="0">
              <table>
                <thead>
                  <tr>
                    <th scope="col">point</th>
                    <th scope="col">basis</th>
                    <th scope="col">subject</th>
                    <th scope="col">interactions</th>
                  </tr>
                </thead>
                <tbody>
                  ${guesses.map(guessRow)}
                </tbody>
              </table>
            </section>`
    }
  </section>`;
}

function guessRow({ id, basis, subject, note, interactions }: GuessReport, at: number): Html {
  return html`<tr id="guess-${at + 1}">
    <th scope="row"><code>${id}</code></th>
    <td>${basis}</td>
    <td>${subject}${note === undefined ? undefined : html`<br /><span class="soft">${note}</span>`}</td>
    <td>${interactions}</td>
  </tr>`;
}
