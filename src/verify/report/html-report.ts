/** The report of a verification as one self-contained HTML page: no script, no other file, no network. */

import { html, type Html } from '../../common/reporting/html.js';
import { htmlPage } from '../../common/reporting/html-page.js';
import { listHtml, namedHtml, numberedHtml, sectionHtml, tableHtml } from '../../common/reporting/html-pieces.js';
import { coverageTable } from './coverage-table.js';
import { counted } from './report-text.js';
import type {
  GuessReport,
  InteractionFailure,
  InteractionReport,
  Mismatch,
  PactReport,
  VerificationReport,
  VerificationVerdict,
} from './verification-report.js';

/** The IDs of guesses in the page, by point. */
type GuessIds = ReadonlyMap<string, string>;

/** The colours of outcomes and verdicts in the style of the page. */
const CLASSES: Readonly<Record<InteractionReport['outcome'] | VerificationVerdict, string>> = {
  passed: 'passed',
  failed: 'failed',
  pending: 'pending',
  'not run': 'pending',
  incomplete: 'pending',
};

/** The whole page. The same report always results in the same page. */
export function htmlReport(report: VerificationReport): string {
  const { verdict, pacts, guesses, coverage } = report;
  const guessIds = new Map(guesses.map(({ id }, at) => [id, `guess-${at + 1}`]));
  const body = html`${headerHtml(report)}
    <main>
      ${failuresHtml(pacts)} ${problemsHtml(report)}
      ${sectionHtml(
        'pacts',
        'Pacts',
        pacts.length === 0 ? html`<p>No pact was verified.</p>` : undefined,
        pacts.map((pact, at) => pactHtml(pact, at, guessIds)),
      )}
      ${sectionHtml('coverage', 'Coverage', html`<pre>${coverageTable(coverage)}</pre>`)} ${guessesHtml(guesses)}
    </main>`;
  return htmlPage(`Pact verification: ${verdict}`, body);
}

function headerHtml({ verdict, proves, doesNotProve, emulator, counts, incomplete, pacts }: VerificationReport): Html {
  const { passed, failed, pending, notRun = 0 } = counts;
  const total = passed + failed + pending + notRun;
  return html`<header>
    <h1>Pact verification: <span class="${CLASSES[verdict]}">${verdict}</span></h1>
    <ul class="counts">
      <li><b class="passed">${passed}</b> passed</li>
      <li><b class="failed">${failed}</b> failed</li>
      <li><b class="pending">${pending}</b> pending</li>
      ${notRun === 0 ? undefined : html`<li><b class="pending">${notRun}</b> not run</li>`}
      <li class="soft">${counted(total, 'interaction')} in ${counted(pacts.length, 'pact')}</li>
    </ul>
    ${incomplete === undefined ? undefined : html`<p><strong>Incomplete.</strong> ${incomplete}</p>`}
    <p><strong>What it proves.</strong> ${proves}</p>
    <p><strong>What it does not prove.</strong> ${doesNotProve}</p>
    <p class="soft">id-emulator ${emulator.version}, contract ${emulator.contract}</p>
    <nav aria-label="Parts of the report">
      <a href="#pacts">Pacts</a> · <a href="#coverage">Coverage</a> · <a href="#guesses">Guesses</a>
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
  guessIds: GuessIds,
): Html {
  return html`<h3>${consumer} → ${provider}</h3>
    <p class="soft"><code>${source}</code>, Pact specification ${specification}</p>
    ${interactions.length === 0 ? html`<p>It has no interactions.</p>` : interactions.map((interaction, number) => interactionHtml(interaction, interactionId(at, number), guessIds))}`;
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

/** Limits the size of a page with a thousand bodies. */
const MAX_BODY_LENGTH = 4_000;

/** The labels of kinds of failures. Other kinds are labels. */
const KINDS: Readonly<Partial<Record<InteractionFailure['kind'], string>>> = {
  state: 'provider state',
  answer: 'response',
  internal: 'internal error',
};

/** The ID of an interaction in the page. */
function interactionId(pact: number, interaction: number): string {
  return `pact-${pact + 1}-interaction-${interaction + 1}`;
}

/** Failed interactions are expanded. */
function interactionHtml(report: InteractionReport, id: string, guessIds: GuessIds): Html {
  const { description, outcome, request, expectedStatus, failures, warnings, remedies } = report;
  const summary = html`<summary>
    <span class="label ${CLASSES[outcome]}">${outcome}</span> ${description}
    <code class="soft">${request.method} ${request.path} → ${expectedStatus}</code
    >${warnings.length > 0 ? html` <span class="label warning">${counted(warnings.length, 'warning')}</span>` : undefined}
  </summary>`;
  const details = html`${failures.map((failure) => mismatchHtml(failure, KINDS[failure.kind] ?? failure.kind, 'failed'))}
  ${
    remedies.length > 0
      ? html`<p><strong>How it would pass</strong></p>
          ${numberedHtml(remedies)}`
      : undefined
  }
  ${warnings.map((warning) => mismatchHtml(warning, 'warning', 'warning'))} ${factsHtml(report, guessIds)}`;
  return html`<details id="${id}" ${outcome === 'failed' ? html`open` : undefined}>${summary}${details}</details>`;
}

function mismatchHtml({ message, where, expected, actual }: Mismatch, label: string, style: string): Html {
  return html`<div class="mismatch ${style}">
    <span class="label">${label}</span> <span>${message}</span> ${namedHtml([
      ['where', where],
      ['expected', expected === undefined ? undefined : html`<pre tabindex="0">${cutOff(expected)}</pre>`],
      ['actual', actual === undefined ? undefined : html`<pre tabindex="0">${cutOff(actual)}</pre>`],
    ])}
  </div>`;
}

function factsHtml(
  { pointer, states, operation, answer, adaptations, inspector, restsOn }: InteractionReport,
  guessIds: GuessIds,
): Html | undefined {
  return namedHtml([
    ['in the file', html`<code>${pointer}</code>`],
    ['provider states', linesHtml(states) ?? 'none'],
    ['operation', operation ?? 'none in the contract'],
    ['changes to the request', linesHtml(adaptations)],
    [
      'response',
      answer === undefined
        ? 'received nothing'
        : html`${answer.status}${answer.body === '' ? undefined : html`<pre tabindex="0">${cutOff(answer.body)}</pre>`}`,
    ],
    ['inspector', inspector === undefined ? undefined : html`<a href="${inspector}">${inspector}</a>`],
    ['diagnostics', linesHtml(answer?.diagnostics ?? [])],
    ['rests on', restsOn.length === 0 ? undefined : restsOnHtml(restsOn, guessIds)],
  ]);
}

/** Collapsed: a response often rests on dozens of guesses. */
function restsOnHtml(points: readonly string[], guessIds: GuessIds): Html {
  return html`<details>
    <summary>${counted(points.length, 'guess', 'guesses')}: points where the specification is silent</summary>
    <p>${points.map((point, at) => [at === 0 ? '' : ', ', guessLink(point, guessIds.get(point))])}</p>
  </details>`;
}

function guessLink(point: string, id: string | undefined): Html {
  return id === undefined ? html`<code>${point}</code>` : html`<a href="#${id}"><code>${point}</code></a>`;
}

function linesHtml(lines: readonly string[]): Html | undefined {
  return lines.length === 0
    ? undefined
    : html`${lines.map((line, at) => html`${at === 0 ? undefined : html`<br />`}${line}`)}`;
}

function cutOff(text: string): string {
  return text.length <= MAX_BODY_LENGTH ? text : `${text.slice(0, MAX_BODY_LENGTH)}\n... (${text.length} characters)`;
}
