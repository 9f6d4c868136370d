/** The report as one HTML page that needs nothing else: no script, no other file, no network. */

import { html, Html } from '../../reporting/html.js';
import { coverageHtml } from './html-coverage.js';
import { counted, interactionHtml, interactionId } from './html-interaction.js';
import type { GuessReport, PactReport, VerificationReport } from './verification-report.js';

/** The whole page. The same report gives the same page. */
export function htmlReport(report: VerificationReport): string {
  const { verdict, pacts, guesses, coverage } = report;
  const places = new Map(guesses.map(({ id }, at) => [id, `guess-${at + 1}`]));
  return html`<!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>Pact verification: ${verdict}</title>
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        ${headerHtml(report)}
        <main>
          ${failuresHtml(pacts)} ${problemsHtml(report)}
          <section aria-labelledby="pacts">
            <h2 id="pacts">Pacts</h2>
            ${pacts.length === 0 ? html`<p>None was verified.</p>` : pacts.map((pact, at) => pactHtml(pact, at, (point) => places.get(point)))}
          </section>
          ${coverageHtml(coverage)} ${guessesHtml(guesses)}
        </main>
      </body>
    </html> `.text;
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

/** What failed, before everything else. */
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
        ? html`<p>No answer rests on a point that nobody outside the service knows.</p>`
        : html`<p>
              Points that nobody outside the service knows, and how many interactions rest on them. The real service may
              differ there.
            </p>
            <section class="wide" aria-label="Table of guesses" tabindex="0">
              <table>
                <thead>
                  <tr>
                    <th scope="col">point</th>
                    <th scope="col">basis</th>
                    <th scope="col">what it is about</th>
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

export const STYLE = `
:root { color-scheme: light dark; --text: #1d2126; --soft: #5a636e; --page: #fff; --box: #f5f6f8; --line: #d5dae0; --good: #1a6e34; --bad: #b3261e; --wait: #8a5300; --link: #0b57a4 }
@media (prefers-color-scheme: dark) { :root { --text: #e4e7eb; --soft: #a3adb8; --page: #15181c; --box: #1e2227; --line: #3a414a; --good: #6fcf8b; --bad: #ff8a80; --wait: #f0b45c; --link: #8ab8ff } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.6rem; margin: 0 0 .5rem } h2 { font-size: 1.25rem; margin: 2rem 0 .5rem } h3 { font-size: 1.05rem; margin: 1.25rem 0 .5rem }
a { color: var(--link) } p { margin: .5rem 0 } ul, ol { margin: .25rem 0; padding-left: 1.5rem }
code, pre { font: .875em/1.45 ui-monospace, monospace; unicode-bidi: isolate } pre { margin: .25rem 0; padding: .5rem; background: var(--page); border: 1px solid var(--line); white-space: pre-wrap; max-height: 24rem; overflow: auto }
.soft { color: var(--soft) } .passed { color: var(--good) } .failed { color: var(--bad) } .pending, .warning { color: var(--wait) }
.label { font-weight: 600; text-transform: uppercase; font-size: .8rem; letter-spacing: .03em }
.counts { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; padding: 0; list-style: none } .counts b { font-size: 1.3rem }
details { border: 1px solid var(--line); border-radius: .3rem; margin: .35rem 0; background: var(--box) } details > :not(summary) { margin-left: .75rem; margin-right: .75rem }
summary { cursor: pointer; padding: .4rem .75rem } details[open] > summary { border-bottom: 1px solid var(--line) } details:target { outline: 2px solid var(--link) }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem 1rem; margin: .5rem 0 } dt { color: var(--soft) } dd { margin: 0 }
.difference { border-left: 3px solid currentColor; padding-left: .75rem; margin-top: .6rem; margin-bottom: .6rem } .difference > * { color: var(--text) } .difference > .label { color: inherit }
.wide { overflow-x: auto; position: relative } table { border-collapse: collapse; width: 100% } th, td { border-bottom: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: top } thead th { color: var(--soft); font-weight: 600 }
.grid td, .grid thead th + th { text-align: center; padding: .25rem .4rem; overflow-wrap: normal } .grid tbody th { font-weight: 400; white-space: nowrap } .grid { font-size: .9rem }
@media (max-width: 40rem) { body { padding: .75rem } dl { grid-template-columns: minmax(0, 1fr) } dt { margin-top: .35rem } }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap } .grid { font-size: .9rem }
@media print { body { max-width: none; padding: 0; font-size: 10pt } pre { max-height: none } details::details-content { content-visibility: visible; block-size: auto } details, tr { break-inside: avoid } }
`;
