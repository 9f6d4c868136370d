/** Where each job of the source is done: the rows of the table in docs/architecture.md. */

interface Job {
  readonly job: string;
  /** Files below `src/`. */
  readonly homes: readonly string[];
  /** What only these files have, outside the client library, which ships alone. Default: nothing that a text shows. */
  readonly only?: RegExp;
}

export const JOBS: readonly Job[] = [
  { job: 'whether a message fits the contract', homes: ['contract/request.ts', 'contract/response.ts'] },
  {
    job: 'read a request',
    homes: ['contract/reading/read-body.ts', 'contract/reading/read-request.ts'],
    only: /= fieldDecoder\(|'HEAD' \? 'get'/,
  },
  {
    job: 'send a request',
    homes: ['common/platform/loopback-fetch.ts', 'common/platform/send-raw.ts'],
    only: /: fetch\(url\b|\brequest as \w+.* from 'node:https?'/,
  },
  { job: 'limit a body', homes: ['common/platform/receive-bytes.ts'], only: /\brequest: 1_048_576/ },
  {
    job: 'read `Authorization`',
    homes: ['common/http-basic.ts', 'contract/authorization.ts'],
    only: /`Basic \$\{|\^bearer \+/,
  },
  { job: 'whether a call succeeded', homes: ['emulator/journal/outcome.ts'] },
  { job: 'whether it is the same request', homes: ['emulator/judge/same-request.ts'] },
  { job: 'print an exchange in one line', homes: ['emulator/journal/exchange-line.ts'] },
  {
    job: 'join path and query',
    homes: ['common/reporting/request-target.ts'],
    only: /\$\{path\}\?\$\{query\}/,
  },
  { job: 'read a file of a user', homes: ['contract/documents/read-document.ts'] },
  {
    job: 'word why HTTP refuses a message',
    homes: ['emulator/service/http/http-rules.ts', 'emulator/service/http/parser-errors.ts'],
  },
  { job: 'decode percent-encoding', homes: ['common/percent-encoding.ts'], only: /\bdecodeURIComponent\(/ },
  {
    job: 'start, signal and end a program',
    homes: ['common/platform/program.ts'],
    only: /\bspawn\b.* from 'node:child_process'/,
  },
  { job: 'escape XML and HTML', homes: ['common/reporting/markup.ts'], only: /&lt;/ },
  { job: 'quote for a shell, print curl', homes: ['common/reporting/commands.ts'], only: /'\\''/ },
  { job: 'count with a noun', homes: ['common/reporting/phrases.ts'] },
  { job: 'read recorded traffic', homes: ['traffic/read-traffic.ts'], only: /'log\/entries'/ },
  {
    job: 'set up provider states',
    homes: ['pact/states/set-up-states.ts'],
    only: /\b(?:setUpStates|sandboxOptionsFor)\(/,
  },
  { job: 'list the rules of the judge', homes: ['emulator/judge/rules.ts'] },
];
