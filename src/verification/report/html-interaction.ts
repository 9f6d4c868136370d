/** One interaction of a pact as HTML; those that failed stand open. */

import { html, type Html } from '../../reporting/html.js';
import type { Mismatch, InteractionFailure, InteractionReport } from './verification-report.js';

/** More of an answer's body helps nobody, and a thousand bodies make a page that no browser opens. */
const MOST_CHARACTERS = 4_000;

const KINDS: Readonly<Record<InteractionFailure['kind'], string>> = {
  state: 'provider state',
  answer: 'answer',
  contract: 'contract',
  verifier: 'verifier',
};

/** Where the page has an interaction. */
export function interactionId(pact: number, interaction: number): string {
  return `pact-${pact + 1}-interaction-${interaction + 1}`;
}

/** @param guessId where the page has a guess; undefined where it has none of that ID */
export function interactionHtml(
  report: InteractionReport,
  id: string,
  guessId: (point: string) => string | undefined,
): Html {
  const { description, outcome, request, expectedStatus, failures, warnings, remedies } = report;
  const summary = html`<summary>
    <span class="label ${outcome}">${outcome}</span> ${description}
    <code class="soft">${request.method} ${request.path} → ${expectedStatus}</code
    >${warnings.length > 0 ? html` <span class="label warning">${counted(warnings.length, 'warning')}</span>` : undefined}
  </summary>`;
  const details = html`${failures.map((failure) => differenceHtml(failure, KINDS[failure.kind], 'failed'))}
  ${
    remedies.length > 0
      ? html`<p><strong>What would make it pass</strong></p>
          <ol>
            ${remedies.map((remedy) => html`<li>${remedy}</li>`)}
          </ol>`
      : undefined
  }
  ${warnings.map((warning) => differenceHtml(warning, 'warning', 'warning'))} ${factsHtml(report, guessId)}`;
  return outcome === 'failed'
    ? html`<details id="${id}" open>${summary}${details}</details>`
    : html`<details id="${id}">${summary}${details}</details>`;
}

function differenceHtml({ message, where, expected, actual }: Mismatch, label: string, style: string): Html {
  return html`<div class="difference ${style}">
    <span class="label">${label}</span> <span>${message}</span> ${listHtml([
      ['where', where],
      ['expected', expected === undefined ? undefined : html`<pre>${shortened(expected)}</pre>`],
      ['actual', actual === undefined ? undefined : html`<pre>${shortened(actual)}</pre>`],
    ])}
  </div>`;
}

function factsHtml(
  { pointer, states, operation, answer, adaptations, restsOn }: InteractionReport,
  guessId: (point: string) => string | undefined,
): Html {
  return listHtml([
    ['in the file', html`<code>${pointer}</code>`],
    ['provider states', linesHtml(states) ?? 'none'],
    ['operation', operation ?? 'none in the contract'],
    ['on the way', linesHtml(adaptations)],
    [
      'answer',
      answer === undefined
        ? 'nothing was sent'
        : html`${answer.status}${answer.body === '' ? undefined : html`<pre>${shortened(answer.body)}</pre>`}`,
    ],
    ['diagnostics', linesHtml(answer?.diagnostics ?? [])],
    ['rests on', restsOn.length === 0 ? undefined : restedOn(restsOn, guessId)],
  ]);
}

/** One answer rests on dozens of points. */
function restedOn(points: readonly string[], guessId: (point: string) => string | undefined): Html {
  return html`<details>
    <summary>${counted(points.length, 'point')} that nobody outside the service knows</summary>
    <p>${points.map((point, at) => [at === 0 ? '' : ', ', guessLink(point, guessId(point))])}</p>
  </details>`;
}

function guessLink(point: string, id: string | undefined): Html {
  return id === undefined ? html`<code>${point}</code>` : html`<a href="#${id}"><code>${point}</code></a>`;
}

type Entry = readonly [name: string, value: Parameters<typeof html>[1]];

/** What has no value is left out. */
function listHtml(entries: readonly Entry[]): Html {
  const given = entries.filter(([, value]) => value !== undefined);
  return given.length === 0
    ? html``
    : html`<dl>
        ${given.map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>`;
}

function linesHtml(lines: readonly string[]): Html | undefined {
  return lines.length === 0
    ? undefined
    : html`${lines.map((line, at) => html`${at === 0 ? undefined : html`<br />`}${line}`)}`;
}

function shortened(text: string): string {
  return text.length <= MOST_CHARACTERS
    ? text
    : `${text.slice(0, MOST_CHARACTERS)}\n... (${text.length} characters in all)`;
}

/** `1 warning`, `2 warnings`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
