/**
 * What is known of mutants that `audit` does not find, by place, and by what stands there instead if a place has several.
 * `equivalent`: no service that keeps the contract makes a difference. `right too`: the client does something else that the
 * specification allows, so that a finding would accuse right clients. `unused`: this consumer does not use what is changed.
 * `missed`: a mistake that no fault shows.
 */
export const JUDGEMENTS = [
  {
    kind: 'equivalent',
    reason: 'Statuses have three digits, so that the ends of the pattern say nothing more.',
    mutants: ['retry.ts:10:19 /(408|50[0234])$/', 'retry.ts:10:19 /^(408|50[0234])/'],
  },
  {
    kind: 'equivalent',
    reason: 'No code contains the text that takes the place of the empty one.',
    mutants: ['retry.ts:18:37', 'retry.ts:27:26'],
  },
  {
    kind: 'equivalent',
    reason:
      'Every error response of the contract has a code, `error`. Without one is only a body that was cut off, and it is sent again with and without the mutant.',
    mutants: ['retry.ts:7:26'],
  },
  {
    kind: 'equivalent',
    reason: '`Retry-After` comes with 429 and 503 only.',
    mutants: ['retry.ts:29:26 true'],
  },
  {
    kind: 'equivalent',
    reason:
      'Servers send HTTP dates as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7). The pattern differs for the obsolete forms only, or for what is neither a date nor a number.',
    mutants: [
      'retry.ts:48:19 /[A-Z]\\w+,? .+( GMT|:\\d\\d \\d{4})$/',
      'retry.ts:48:19 /^[A-Z]\\w+,? .+( GMT|:\\d\\d \\d{4})/',
      'retry.ts:48:19 /^[A-Z]\\w+, .+( GMT|:\\d\\d \\d{4})$/',
      'retry.ts:48:19 /^[A-Z]\\w+,? .+( GMT|:\\D\\d \\d{4})$/',
      'retry.ts:48:19 /^[A-Z]\\w+,? .+( GMT|:\\d\\D \\d{4})$/',
      'retry.ts:48:19 /^[A-Z]\\w+,? .+( GMT|:\\d\\d \\d)$/',
      'retry.ts:48:19 /^[A-Z]\\w+,? .+( GMT|:\\d\\d \\D{4})$/',
      'retry.ts:56:7 /\\d+$/',
      'retry.ts:56:7 /^\\d+/',
      'retry.ts:57:7 false',
      'retry.ts:58:40 /( GMT)?/',
      'retry.ts:58:40 /( GMT)$/',
    ],
  },
  {
    kind: 'equivalent',
    reason: 'A field is delivered without the white space around it.',
    mutants: ["retry.ts:55:16 headers['retry-after']"],
  },
  {
    kind: 'equivalent',
    reason: 'The text that takes the place of a missing field is neither a number nor a date.',
    mutants: ['retry.ts:55:50', 'retry.ts:64:40'],
  },
  {
    kind: 'equivalent',
    reason: 'It differs only if two times are equal to a fraction of a millisecond, or if 0 is added.',
    mutants: [
      'call.ts:53:21 pause.until < now()',
      'call.ts:54:11 pause.until >= deadline.endsAt',
      'call.ts:115:78 asked >= maxRetryDelay',
      'call.ts:116:15 true',
      'call.ts:116:15 asked >= 0',
      'call.ts:118:36 now() + delay >= deadline.endsAt',
      'tokens.ts:80:11 age() <= lifetime',
      'tokens.ts:82:13 age() > renewalAge()',
      'tokens.ts:82:38 now() > nextRenewal',
      'tokens.ts:88:11 now() <= refusedUntil',
      'tokens.ts:101:30 greatest > (lifetime < Infinity ? renewalAge() : DOUB',
    ],
  },
  {
    kind: 'equivalent',
    reason: 'The next attempt waits for the pause of the operation anyway, with a random time on top.',
    mutants: ['call.ts:117:19'],
  },
  {
    kind: 'equivalent',
    reason: 'What a missing hook or cache throws is caught.',
    mutants: ['call.ts:86:37', 'tokens.ts:60:46', 'tokens.ts:65:53'],
  },
  {
    kind: 'equivalent',
    reason: 'An access token is a required text, of characters that may be in a header.',
    mutants: ['tokens.ts:21:22 /[!-~]+$/', 'tokens.ts:21:22 /^[!-~]+/', 'tokens.ts:30:13', 'tokens.ts:30:81'],
  },
  {
    kind: 'equivalent',
    reason: 'The value is not read before it is set.',
    mutants: ['tokens.ts:33:15'],
  },
  {
    kind: 'equivalent',
    reason: '`expires_in` is a required number.',
    mutants: [
      'tokens.ts:59:9 true',
      'tokens.ts:59:9 milliseconds <= Infinity',
      'tokens.ts:101:43 true',
      'tokens.ts:101:43 lifetime <= Infinity',
    ],
  },
  {
    kind: 'equivalent',
    reason: '`pagination.total` is a required number, so that the branch for lists without a total is never taken.',
    mutants: [
      'lists.ts:35:16',
      'lists.ts:41:24',
      'lists.ts:43:34 false',
      'lists.ts:43:57 true',
      'lists.ts:43:57 news.length === 0 && text === last',
      'lists.ts:43:57 false',
      'lists.ts:43:57 news.length !== 0',
      'lists.ts:43:78 false',
      'lists.ts:43:78 text !== last',
    ],
  },
  {
    kind: 'equivalent',
    reason: 'Only a service that returns the same page for another offset gets to this error.',
    mutants: ['lists.ts:44:11 false', 'lists.ts:45:28', 'lists.ts:45:72'],
  },
  {
    kind: 'equivalent',
    reason: '-40 is as divisible by 40 as 40 is.',
    mutants: ['lists.ts:70:11 count--'],
  },
  {
    kind: 'right too',
    reason:
      'A POST that fails clearly after 503 is right, and so is one that is sent again: 503 says that it was not carried out.',
    mutants: [
      'retry.ts:29:26 false',
      'retry.ts:29:26 status === 503 || retryAfter !== undefined',
      'retry.ts:29:26 status !== 503',
      'retry.ts:29:44 true',
      'retry.ts:29:44 retryAfter === undefined',
    ],
  },
  {
    kind: 'right too',
    reason: 'Longer pauses are right, and so is one retry more or less.',
    mutants: ['retry.ts:44:96', 'call.ts:118:15 retry++ >= retries', 'call.ts:118:15 retry++ <= retries'],
  },
  {
    kind: 'right too',
    reason:
      'A token that is renewed when the service refuses it (specification section 5.4) is as right as one that is renewed shortly before, or somewhat earlier; the renewal in the background may take other limits, and may wait.',
    mutants: [
      'call.ts:72:13 true',
      'call.ts:72:13 retries >= 0',
      'tokens.ts:45:22',
      'tokens.ts:45:36',
      'tokens.ts:45:47',
      'tokens.ts:45:56',
      'tokens.ts:82:13 false',
      'tokens.ts:82:38 now() < nextRenewal',
      'tokens.ts:82:60',
      'tokens.ts:84:31',
      'tokens.ts:84:45',
    ],
  },
  {
    kind: 'right too',
    reason:
      'After 403, one new token is right, and so is none: the specification does not say whether an expired token gets 401 or 403 (section 5.6).',
    mutants: [
      'tokens.ts:100:24',
      'tokens.ts:100:40 true',
      'tokens.ts:100:40 false',
      'tokens.ts:100:40 serviceTime(failure.response?.headers) - issuedAt! &&',
      'tokens.ts:100:40 serviceTime(failure.response?.headers) + issuedAt!',
      'tokens.ts:100:52',
      'tokens.ts:101:30 true',
      'tokens.ts:101:30 false',
      'tokens.ts:101:30 greatest < (lifetime < Infinity ? renewalAge() : DOUB',
      'tokens.ts:101:43 false',
      'tokens.ts:101:43 lifetime >= Infinity',
      'tokens.ts:102:11 false',
      'tokens.ts:102:37',
    ],
  },
  {
    kind: 'unused',
    reason: 'Members of events for hooks that the consumer does not have or does not read.',
    mutants: ['call.ts:65:18', 'call.ts:71:31', 'call.ts:85:25', 'call.ts:97:30', 'call.ts:99:23', 'call.ts:120:25'],
  },
  {
    kind: 'unused',
    reason: 'The consumer has one connection, and its cache has no token of another process.',
    mutants: [
      'tokens.ts:25:15',
      'tokens.ts:65:41',
      'tokens.ts:66:18',
      'tokens.ts:66:19 stored?.expiresAt && 0',
      'tokens.ts:67:9 false',
      'tokens.ts:67:61 true',
      'tokens.ts:67:61 rest >= MOST_BEFORE',
      'tokens.ts:67:61 rest <= MOST_BEFORE',
    ],
  },
  {
    kind: 'unused',
    reason:
      'Only arguments that the consumer does not use show it: a wrong page size, no party IDs, other filters beside them.',
    mutants: [
      'lists.ts:31:16',
      'lists.ts:31:40',
      'lists.ts:68:11 true',
      'lists.ts:68:11 values.length >= 0',
      'lists.ts:68:30',
      'lists.ts:70:59',
    ],
  },
  {
    kind: 'missed',
    reason: 'No fault refuses a connection.',
    mutants: ['retry.ts:18:50', 'retry.ts:19:10 false', 'retry.ts:19:10 NEVER_SENT.test(code) && HOPELESS.test(code)'],
  },
  {
    kind: 'missed',
    reason: 'Only a `Retry-After` of ten seconds or more shows it: no run waits that long.',
    mutants: ['retry.ts:56:7 /^\\d$/', 'call.ts:115:78 false'],
  },
  {
    kind: 'missed',
    reason: 'Only a client whose clock differs from that of the service shows it.',
    mutants: [
      'retry.ts:59:64 serviceTime(headers) && Date.now()',
      'retry.ts:63:76',
      'retry.ts:64:21',
      'retry.ts:64:29',
    ],
  },
  {
    kind: 'missed',
    reason:
      'Only a call that starts while another one of its operation waits as it was told shows it; the consumer has none.',
    mutants: [
      'call.ts:50:88',
      'call.ts:51:5',
      'call.ts:53:11 true',
      'call.ts:54:11 true',
      'call.ts:54:11 false',
      'call.ts:54:11 pause.until <= deadline.endsAt',
      'call.ts:55:27 pause.until - now() - backoff(1, maxRetryDelay)',
      'call.ts:55:27 pause.until + now()',
      'call.ts:72:13 false',
      'call.ts:116:15 false',
      'call.ts:116:15 asked <= 0',
      'call.ts:116:57',
    ],
  },
  {
    kind: 'missed',
    reason: 'The text of errors: a secret in it is not hidden.',
    mutants: ['call.ts:79:28'],
  },
  {
    kind: 'missed',
    reason: 'Only a token that is about to expire shows it: no run takes an hour.',
    mutants: ['tokens.ts:44:29', 'tokens.ts:82:38 true', 'tokens.ts:83:25'],
  },
  {
    kind: 'missed',
    reason: 'Only a list that is empty, or becomes shorter than what was read, shows it.',
    mutants: [
      'lists.ts:43:11 false',
      'lists.ts:43:11 items.length === 0 && total === Infinity && (news.lengt',
      'lists.ts:43:11 false',
    ],
  },
  {
    kind: 'missed',
    reason: 'Only if as many items as a page has arrive between two pages.',
    mutants: [
      'lists.ts:43:34 total === Infinity || news.length === 0 || text === las',
      'lists.ts:43:34 true',
      'lists.ts:43:34 total !== Infinity',
      'lists.ts:44:32 true',
      'lists.ts:44:32 total < lastTotal',
      'lists.ts:44:32 total > lastTotal',
    ],
  },
  {
    kind: 'missed',
    reason: 'The call ends by its timeout instead of shortly before, with another error.',
    mutants: ['call.ts:118:36 false', 'call.ts:118:36 now() - delay'],
  },
];
