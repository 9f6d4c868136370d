/** Random plans for sandboxes: options and steps. */

import fc from 'fast-check';
import { cast } from '../../cast.js';
import type { Plan, Step } from './driven-sandbox.js';

const API = '/api/v1';
const CONTROL = '/_emulator/sandboxes/{id}';

/** Scenarios without real delays, and without windows: those run on real time while the clock is stopped. */
const SCENARIOS = [
  'flaky;share=0.5',
  'rate-limit-burst;burst=2;after=1',
  'short-lived-token',
  'stale-reads',
  'request-approved-later',
  'revoked-after-listing',
  'changing-pages',
  'check-revoked',
  'token-revoked',
  'batch-partial-failure',
  'empty-lists',
];

const scenario = fc.constantFrom(...SCENARIOS);
const member = fc.constantFrom('Alice', 'Ben', 'Alice').map(cast);
const provider = fc.constantFrom('GOOGLE', 'REDDIT', 'GITHUB', 'LINKEDIN');
const moment = fc.integer({ min: 0, max: 2_000 }).map((hours) => new Date(Date.UTC(2026, 0, 1, hours)).toISOString());
const partyPath = member.map(({ partyId }) => `${CONTROL}/world/parties/${encodeURIComponent(partyId)}`);

type Request = Omit<Step, 'turns'>;

const post = (path: string, json: object): Request => ({ method: 'POST', path, json });
const get = (path: string): Request => ({ method: 'GET', path });

const tokenRequest = fc
  .oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: scenario.map((selected) => ({ client_id: `+${selected}` })) },
    { weight: 1, arbitrary: fc.constant({ client_secret: 'wrong' }) },
  )
  .map((form): Request => ({
    method: 'POST',
    path: '/oauth/token',
    form: { grant_type: 'client_credentials', ...form },
  }));

const read = fc
  .tuple(
    fc.constantFrom(
      'users?limit=3',
      'users?limit=2&orderBy=email&search=an',
      'credentials?limit=3&offset=2',
      'human-scores?limit=2',
      'nobody',
    ),
    fc.option(scenario, { freq: 4 }),
  )
  .map(([path, selected]): Request => ({
    ...get(`${API}/institutions/me/${path}`),
    ...(selected !== null && { headers: { 'Emulator-Scenario': selected } }),
  }));
const readScore = member.map(({ partyId }) =>
  get(`${API}/institutions/me/human-scores/${encodeURIComponent(partyId)}`),
);
const credentialsRequest = fc
  .tuple(member, provider)
  .map(([{ partyId }, asked]) => post(`${API}/institutions/me/credentials/request`, { partyId, providers: [asked] }));
const link = member.map(({ credentials }) =>
  post(`${API}/verification/generate-link`, { contractId: credentials[0]!.contractId }),
);
const check = fc.constant(get(`${API}/verification/check/{link}`));

const activation = fc.oneof(
  scenario.map((select) => post(`${CONTROL}/scenarios`, { select })),
  fc
    .tuple(scenario, fc.integer({ min: 1, max: 3 }))
    .map(([select, count]) => post(`${CONTROL}/scenarios`, { select, count })),
  fc
    .tuple(scenario, fc.constantFrom('30s', 'PT2H'))
    .map(([select, length]) => post(`${CONTROL}/scenarios`, { select, for: length })),
  scenario.map((select): Request => ({ method: 'PUT', path: `${CONTROL}/scenarios`, json: { select } })),
  fc.constant<Request>({ method: 'DELETE', path: `${CONTROL}/scenarios` }),
);
const clock = fc.oneof(
  fc.constantFrom('1s', '20m', 'PT2H', '-5m', 'P400D').map((by) => post(`${CONTROL}/clock/advance`, { by })),
  moment.map((time) => post(`${CONTROL}/clock/freeze`, { time })),
  moment.map((time): Request => ({ method: 'PUT', path: `${CONTROL}/clock`, json: { time } })),
);
const change = fc.oneof(
  partyPath.map((path) => post(`${path}/decisions`, { status: 'APPROVED' })),
  fc
    .tuple(partyPath, fc.constantFrom('10s', 'PT1H'))
    .map(([path, after]) => post(`${path}/decisions`, { status: 'REJECTED', after })),
  fc.tuple(partyPath, provider).map(([path, issuer]) => post(`${path}/credentials`, { provider: issuer })),
  fc
    .tuple(partyPath, scenario)
    .map(([path, carried]): Request => ({ method: 'PUT', path, json: { scenario: carried } })),
  fc.nat(5).map((number) =>
    post(`${CONTROL}/world/parties`, {
      email: `new-${number}@example.com`,
      firstName: 'New',
      lastName: `Number ${number}`,
    }),
  ),
  member.map(({ credentials }) => post(`${CONTROL}/world/credentials/${credentials[0]!.contractId}/revoke`, {})),
);
const look = fc
  .constantFrom('', '/clock', '/scenarios', '/world/parties?limit=3', '/world/events', '/state')
  .map((path) => get(CONTROL + path));
const reset = fc.constant(post(`${CONTROL}/reset`, {}));

/** What spoils a response, or ends it, and so has no place behind a proxy. */
const FAULTS = [
  'malformed-json',
  'connection-reset',
  'body-cut',
  'latency;from="0ms";to="2ms"',
  'unknown-enum-values',
  'extra-members',
  'no-such-scenario',
];
const oddRead = fc
  .record({
    method: fc.constantFrom('GET', 'HEAD' as const),
    path: fc.oneof(
      fc.constantFrom('users?%', 'users?page=1', 'users?limit=0&offset=-1', 'users?kycStatus=APPROVED&limit=120'),
      fc.constantFrom('credentials/resolve', '/../nowhere'),
      member.map(({ email }) => `credentials/resolve?q=${encodeURIComponent(email)}`),
    ),
    headers: fc.oneof(
      fc.constantFrom(...FAULTS).map((fault) => ({ 'Emulator-Scenario': fault })),
      fc
        .constantFrom('Bearer nonsense', 'Bearer', 'Basic eDp5', 'Bearer a b', 'nonsense')
        .map((Authorization) => ({ Authorization })),
    ),
  })
  .map(({ method, path, headers }): Request => ({ method, path: `${API}/institutions/me/${path}`, headers }));
const oddWrite = fc
  .constantFrom('{"partyId":', '{}', '[]', 'ü', JSON.stringify({ long: 'x'.repeat(1_100_000) }))
  .chain((body) => fc.constantFrom('application/json', 'text/plain').map((type) => ({ type, body })))
  .map((raw): Request => ({ method: 'POST', path: `${API}/institutions/me/credentials/request`, raw }));
const batch = fc
  .array(
    fc.oneof(
      member.map(({ credentials }) => credentials[0]!.contractId),
      fc.constant('unknown'),
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((ids) =>
    post(`${API}/verification/generate-links-batch`, { requests: ids.map((contractId) => ({ contractId })) }),
  );
const basicToken = fc.constant<Request>({
  method: 'POST',
  path: '/oauth/token',
  raw: { type: 'application/x-www-form-urlencoded', body: 'grant_type=client_credentials' },
  headers: { Authorization: 'Basic {basic}' },
});
const oddChange = member.chain(({ credentials }) => {
  const path = `${CONTROL}/world/credentials/${credentials[0]!.contractId}`;
  return fc.constantFrom(post(`${path}/supersede`, {}), post(`${path}/revoke`, { after: 'PT30M' }));
});
const thaw = fc.constantFrom('freeze', 'thaw').map((act) => post(`${CONTROL}/clock/${act}`, {}));

/** A history of one sandbox, with much that isolated sandboxes have no need to try. @param runs whether its clock may run */
export function histories(runs: boolean): fc.Arbitrary<readonly Step[]> {
  const odd = fc.oneof(oddRead, oddRead, oddWrite, batch, basicToken, oddChange, ...(runs ? [thaw] : []));
  const steps = fc.oneof(
    step,
    odd.map((request): Step => ({ ...request, turns: 0 })),
  );
  return fc.array(steps, { minLength: 5, maxLength: 40 }).map((all) => [TOKEN, ...all]);
}

const TOKEN: Step = { method: 'POST', path: '/oauth/token', form: { grant_type: 'client_credentials' }, turns: 0 };

const step = fc
  .record({
    request: fc.oneof(
      { weight: 2, arbitrary: tokenRequest },
      { weight: 5, arbitrary: read },
      { weight: 2, arbitrary: readScore },
      { weight: 3, arbitrary: credentialsRequest },
      { weight: 3, arbitrary: link },
      { weight: 3, arbitrary: check },
      { weight: 3, arbitrary: activation },
      { weight: 3, arbitrary: clock },
      { weight: 4, arbitrary: change },
      { weight: 2, arbitrary: look },
      { weight: 1, arbitrary: reset },
    ),
    turns: fc.nat(4),
  })
  .map(({ request, turns }): Step => ({ ...request, turns }));

const options = fc.record(
  {
    now: moment,
    seed: fc.integer({ min: 1, max: 4 }),
    population: fc.constantFrom(0, 7, 30),
    fixture: fc.constantFrom('default', 'default', 'default', 'empty'),
    scenario,
    tokenTtl: fc.constantFrom(60, 3_600),
    linkTtl: fc.constantFrom(1, 900),
    strict: fc.boolean(),
  },
  { requiredKeys: ['now'] },
);

/** One plan for each sandbox; every client requests a token first. */
export function plans(sandboxes: number, steps: number): fc.Arbitrary<Plan[]> {
  const drawn = fc.tuple(options, fc.array(step, { minLength: steps, maxLength: steps, size: 'max' }));
  return fc.array(drawn, { minLength: sandboxes, maxLength: sandboxes, size: 'max' }).map((all) =>
    all.map(([own, then], at) => ({
      options: { ...own, clientId: `client-${at}`, clientSecret: `secret-${at}` },
      steps: [TOKEN, ...then],
    })),
  );
}
