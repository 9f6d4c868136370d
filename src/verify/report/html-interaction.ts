/** One interaction of a pact as HTML. Failed interactions are expanded. */

import { html, type Html } from '../../common/reporting/html.js';
import { namedHtml, numberedHtml } from '../../common/reporting/html-pieces.js';
import { counted } from './report-text.js';
import type { Mismatch, InteractionFailure, InteractionReport } from './verification-report.js';

/** Limits the size of a page with a thousand bodies. */
const MAX_BODY_LENGTH = 4_000;

/** The labels of kinds of failures. Other kinds are labels. */
const KINDS: Readonly<Partial<Record<InteractionFailure['kind'], string>>> = {
  state: 'provider state',
  answer: 'response',
};

/** The ID of an interaction in the page. */
export function interactionId(pact: number, interaction: number): string {
  return `pact-${pact + 1}-interaction-${interaction + 1}`;
}

/** @param guessId returns the ID of a guess in the page; undefined if the page does not contain it */
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
  const details = html`${failures.map((failure) => mismatchHtml(failure, KINDS[failure.kind] ?? failure.kind, 'failed'))}
  ${
    remedies.length > 0
      ? html`<p><strong>How it would pass</strong></p>
          ${numberedHtml(remedies)}`
      : undefined
  }
  ${warnings.map((warning) => mismatchHtml(warning, 'warning', 'warning'))} ${factsHtml(report, guessId)}`;
  return html`<details id="${id}" ${outcome === 'failed' ? html`open` : undefined}>${summary}${details}</details>`;
}

function mismatchHtml({ message, where, expected, actual }: Mismatch, label: string, style: string): Html {
  return html`<div class="mismatch ${style}">
    <span class="label">${label}</span> <span>${message}</span> ${namedHtml([
      ['where', where],
      ['expected', expected === undefined ? undefined : html`<pre>${shortened(expected)}</pre>`],
      ['actual', actual === undefined ? undefined : html`<pre>${shortened(actual)}</pre>`],
    ])}
  </div>`;
}

function factsHtml(
  { pointer, states, operation, answer, adaptations, restsOn }: InteractionReport,
  guessId: (point: string) => string | undefined,
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
        : html`${answer.status}${answer.body === '' ? undefined : html`<pre>${shortened(answer.body)}</pre>`}`,
    ],
    ['diagnostics', linesHtml(answer?.diagnostics ?? [])],
    ['rests on', restsOn.length === 0 ? undefined : guessesHtml(restsOn, guessId)],
  ]);
}

/** Collapsed: a response often rests on dozens of guesses. */
function guessesHtml(points: readonly string[], guessId: (point: string) => string | undefined): Html {
  return html`<details>
    <summary>${counted(points.length, 'guess', 'guesses')}: points where the specification is silent</summary>
    <p>${points.map((point, at) => [at === 0 ? '' : ', ', guessLink(point, guessId(point))])}</p>
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

function shortened(text: string): string {
  return text.length <= MAX_BODY_LENGTH ? text : `${text.slice(0, MAX_BODY_LENGTH)}\n... (${text.length} characters)`;
}
