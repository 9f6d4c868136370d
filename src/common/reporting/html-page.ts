/** The frame of an HTML page that needs no other file: no script, no network. */

import { html, Html } from './html.js';

/** A whole HTML document. @param body header and main part @returns the document as text */
export function htmlPage(title: string, body: Html): string {
  return html`<!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>${title}</title>
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html> `.text;
}

/** Styles for light and dark mode, screens and paper, with the reader's own fonts. */
const STYLE = `
:root {
  color-scheme: light dark; --text: #1d2126; --soft: #5a636e; --page: #fff; --box: #f5f6f8; --line: #d5dae0;
  --good: #1a6e34; --bad: #b3261e; --wait: #8a5300; --link: #0b57a4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e4e7eb; --soft: #a3adb8; --page: #15181c; --box: #1e2227; --line: #3a414a; --good: #6fcf8b;
    --bad: #ff8a80; --wait: #f0b45c; --link: #8ab8ff;
  }
}
* { box-sizing: border-box }
body {
  margin: 0 auto; max-width: 110rem; padding: 1.5rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
h1 { font-size: 1.6rem; margin: 0 0 .5rem }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem }
h3 { font-size: 1.05rem; margin: 1.25rem 0 .5rem }
a { color: var(--link) }
p { margin: .5rem 0; max-width: 80rem }
ul, ol { margin: .25rem 0; padding-left: 1.5rem }
code, pre { font: .875em/1.45 ui-monospace, monospace; unicode-bidi: isolate }
pre {
  margin: .25rem 0; padding: .5rem; background: var(--page); border: 1px solid var(--line); white-space: pre-wrap;
  max-height: 24rem; overflow: auto;
}
.soft { color: var(--soft) }
.passed { color: var(--good) }
.failed { color: var(--bad) }
.pending, .warning { color: var(--wait) }
.label { font-weight: 600; text-transform: uppercase; font-size: .8rem; letter-spacing: .03em }
.counts { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; padding: 0; list-style: none }
.counts b { font-size: 1.3rem }
details { border: 1px solid var(--line); border-radius: .3rem; margin: .35rem 0; background: var(--box) }
details > :not(summary) { margin-left: .75rem; margin-right: .75rem }
summary { cursor: pointer; padding: .4rem .75rem }
details[open] > summary { border-bottom: 1px solid var(--line) }
details:target { outline: 2px solid var(--link) }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem 1rem; margin: .5rem 0 }
dt { color: var(--soft) }
dd { margin: 0 }
.mismatch { border-left: 3px solid currentColor; padding-left: .75rem; margin-top: .6rem; margin-bottom: .6rem }
.mismatch > * { color: var(--text) }
.mismatch > .label { color: inherit }
.wide { overflow-x: auto; position: relative }
table { border-collapse: collapse; width: 100%; overflow-wrap: break-word }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: top }
thead th { color: var(--soft); font-weight: 600 }
.grid td, .grid thead th + th { text-align: center; padding: .25rem .4rem; overflow-wrap: normal }
.grid tbody th { font-weight: 400; white-space: nowrap }
.grid { font-size: .9rem }
.grid thead th { vertical-align: bottom }
.grid .failed a { color: inherit }
.grid:has(th:nth-child(20)) { font-size: .8rem }
.grid:has(th:nth-child(20)) :is(td, th + th) { padding: .25rem .1rem }
.grid:has(th:nth-child(50)) { font-size: .7rem }
.grid:has(th:nth-child(50)) :is(td, th + th) { padding: .25rem 0 }
.grid:has(th:nth-child(20)) th + th { writing-mode: vertical-rl; text-align: right; vertical-align: middle }
@media (max-width: 40rem) {
  body { padding: .75rem }
  dl { grid-template-columns: minmax(0, 1fr) }
  dt { margin-top: .35rem }
}
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@media print {
  body { max-width: none; padding: 0; font-size: 10pt }
  pre { max-height: none }
  details::details-content { content-visibility: visible; block-size: auto }
  details, tr { break-inside: avoid }
}
`;
