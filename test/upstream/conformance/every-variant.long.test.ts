/**
 * The suite against our own emulator in every variant, one at a time: each is noticed, in the evidence by its own point and
 * no other, unless no check sees that point; and a check fails only where the variant contradicts what is known of the
 * service. By default a run tries each list and look-up, and the checks that its variant concerns; a long run tries all.
 */

import { expect, test } from 'vitest';
import { fidelity } from '../../../src/cli/reference/fidelity.js';
import { checkGroups } from '../../../src/upstream/conformance/checks/checks.js';
import { checksWith } from '../../../src/upstream/conformance/report/conformance-report.js';
import type { CheckOutcome, ConformanceReport } from '../../../src/upstream/report-types.js';
import { runConformance } from '../../../src/upstream/conformance/run-conformance.js';
import { applyEvidence } from '../../../src/cli/upstream/evidence.js';
import { startEmulator, variants, type Variant } from '../../../src/index.js';
import { shippedContract, shippedVariants } from '../../../src/start/shipped.js';
import { budget } from '../../budget.js';
import { completeRun } from './sound-run.js';

/** What a variant comes to where it is more, or less, than that each of its points is otherwise. */
interface Expectation {
  /** The checks that fail, because the public client has shown what the variant contradicts. Default: none. */
  readonly fails?: readonly string[];
  /** The points that are otherwise. Default: all that the variant is about. */
  readonly drifts?: readonly string[];
  /** Checks whose requests show a point that no check is about. Default: none. */
  readonly shownBy?: readonly string[];
  /** The checks that see nothing. Default: the one that needs a 429. */
  readonly unseen?: readonly string[];
}

const THROTTLING = ['gateway.retry-after'];
const CODES = ['error-bodies.code', 'error-bodies.details'];
const ANOTHER_BODY = { unseen: ['error-bodies.message', ...CODES, ...THROTTLING] };
const DEAD_LINK = { unseen: ['standing.data', ...THROTTLING] };
/** Checks of credentials that no list shows. */
const NO_DEAD = [...['blocked', 'data', 'link', 'batch', 'resolved'].map((name) => `standing.${name}`), ...THROTTLING];
/** A run meets no 429 unless a scenario brings one. */
const MET_429 = { drifts: ['RetryAfter'], unseen: [] };
/** Groups that every run tries: each list and look-up, the 429s that the run has met, and all points that responses show. */
const USUAL_GROUPS = ['reads', 'gateway', 'points'];
/** Where checks show less of every credential, they say nothing about dead ones. */
const CHECK_DATA = { unseen: ['standing.data', ...THROTTLING] };
/** Where few parties have scores. */
const NO_SCORES = ['scores.approval', ...THROTTLING];
/** No check sees what these change. */
const NOT_SEEN = { drifts: [] };

const EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  'bad-client=unauthorized_client': { drifts: ['OAuthError.error:bad-credentials'] },
  'bad-client=bad-request': { drifts: ['ClientRefused', 'ClientRefused:missing'] },
  // One check finds the principle; its other points say where else it shows.
  'blocked-party=unaffected': { drifts: ['UserStatus:blocked'] },
  'retry-after=date': MET_429,
  'retry-after=absent': MET_429,
  'error-body=problem': ANOTHER_BODY,
  'error-body=text': ANOTHER_BODY,
  'error-body=empty': ANOTHER_BODY,
  'error-body=status-code': { unseen: [...CODES, ...THROTTLING] },
  'no-match=404': { fails: ['refused-reads.unknown-resolved'], unseen: ['standing.resolved', ...THROTTLING] },
  'unknown-party-credentials=404': { unseen: ['standing.of-party', ...THROTTLING] },
  'dead-credentials-listed=valid': { unseen: ['credentials.expiry', ...NO_DEAD] },
  'dead-credentials-listed=not-revoked': { unseen: NO_DEAD },
  'link-of-dead-credential=404': DEAD_LINK,
  'link-of-dead-credential=409': DEAD_LINK,
  'link-of-dead-credential=410': DEAD_LINK,
  'expired-link=410': { fails: ['links.expired'] },
  'expired-link=expired': { fails: ['links.expired'] },
  'expired-link=not-found': { fails: ['links.expired'] },
  'token-type=lower-case': { fails: ['points.TokenResponse.token_type:values'] },
  'unauthenticated=403': { unseen: ['authentication.challenge', ...THROTTLING] },
  'unencoded-basic=refused': NOT_SEEN,
  'token-scope=fixed': { drifts: ['TokenResponse.scope:shape'] },
  'token-scope=absent': { drifts: ['TokenResponse.scope:shape'] },
  'challenge=absent': { drifts: ['BearerChallenge'] },
  'undecided-requests=never': NOT_SEEN,
  'kyc-approved=successful': NOT_SEEN,
  'total-count=absent': NOT_SEEN,
  'score-numbers=decimal': NOT_SEEN,
  'trailing-slash=tolerated': NOT_SEEN,
  'path-case=ignored': NOT_SEEN,
  'order-of-checks=token-first': NOT_SEEN,
  'preflight=204': NOT_SEEN,
  'empty-parameter=ignored': { drifts: ['PartyIds:refusal'] },
  'users-row=party': { fails: ['points.getUsers:rows'], shownBy: ['user-queries.search'] },
  'search=username': NOT_SEEN,
  'unapproved-identity=hidden': NOT_SEEN,
  'approved-users=kyc-status': { drifts: [], unseen: NO_SCORES },
  'approved-users=valid-credential': {
    drifts: ['getHumanScoreByPartyId:approval'],
    unseen: NO_SCORES,
    shownBy: ['standing.score'],
  },
  'check-uses=one': NOT_SEEN,
  'credential-order=newest-first': NOT_SEEN,
  'request-visibility=later': { drifts: ['createCredentialsRequest:visibility'] },
  'malformed-item=400': NOT_SEEN,
  'broken-item=fails': NOT_SEEN,
  'check-caching=no-store': NOT_SEEN,
  'check-data=anonymous': CHECK_DATA,
  'check-data=withheld': CHECK_DATA,
  'absent-members=null': {
    drifts: [],
    fails: ['points.CredentialMetadata:absent-members', 'points.InstitutionUser:absent-members'],
  },
  'check-access=checked': NOT_SEEN,
  'error-details=absent': NOT_SEEN,
  'proposal-scope=row': NOT_SEEN,
  'resolve-scope=credential': NOT_SEEN,
};

const runs = new Map<string, Promise<ConformanceReport>>();

/** The run in a variant, one for all tests. */
function runIn(variant: Variant): Promise<ConformanceReport> {
  const run = runs.get(variant.title) ?? newRun(variant);
  runs.set(variant.title, run);
  return run;
}

async function newRun(variant: Variant): Promise<ConformanceReport> {
  await using emulator = await startEmulator({ population: 20, variants: variant.variants });
  if (variant.point === 'retry-after') emulator.defaultSandbox.use('rate-limit-burst', { after: 5, burst: 1 });
  return await runConformance({
    ...completeRun(emulator),
    only: triedIn(variant),
    wait: () => Promise.resolve(),
  });
}

/** The groups and checks of a run: all in a long one; in every other one the usual groups, and the checks that the variant concerns. */
function triedIn(variant: Variant): readonly string[] {
  const groups = checkGroups(shippedContract());
  const { fails = [], unseen = [], drifts = [], shownBy = [] } = EXPECTATIONS[variant.title] ?? {};
  const points = new Set([...aboutOf(variant), ...drifts]);
  const concerned = groups
    .flatMap(({ checks }) => checks)
    .filter(
      ({ id, point, tentative = point }) =>
        [...fails, ...unseen, ...shownBy].includes(id) || points.has(tentative ?? ''),
    );
  return budget({
    short: [...USUAL_GROUPS, ...concerned.map(({ id }) => id)],
    long: [...groups.map(({ name }) => name), 'points'],
  });
}

/** The IDs of the points that a variant is about. */
function aboutOf(variant: Variant): readonly string[] {
  return shippedVariants().find(({ point }) => point === variant.point)!.about;
}

function idsOf(report: ConformanceReport, ...outcomes: readonly CheckOutcome[]): string[] {
  return checksWith(report, ...outcomes).map(({ id }) => id);
}

function driftsOf(report: ConformanceReport): string[] {
  return applyEvidence(shippedContract().fidelity().points, report.evidence).drifts.map(({ point }) => point.id);
}

test('every expectation is of a variant that there is', () => {
  expect(Object.keys(EXPECTATIONS).filter((title) => !variants().some((variant) => variant.title === title))).toEqual(
    [],
  );
});

test.each(variants())(
  'in $title nothing fails but what contradicts the public client, and no other check is left out',
  async (variant) => {
    const { fails = [], unseen = THROTTLING } = EXPECTATIONS[variant.title] ?? {};
    const report = await runIn(variant);
    expect(idsOf(report, 'fail').toSorted()).toEqual(fails.toSorted());
    const tried = new Set(report.groups.flatMap(({ checks }) => checks.map(({ id }) => id)));
    const expected = unseen.filter((id) => tried.has(id));
    expect(idsOf(report, 'skip', 'not-seen').toSorted()).toEqual(expected.toSorted());
    expect(report.incomplete).toBeUndefined();
  },
);

test.each(variants())('evidence of $title tells the point of the variant as drift, and no other', async (variant) => {
  const { drifts = aboutOf(variant) } = EXPECTATIONS[variant.title] ?? {};
  const report = await runIn(variant);
  const found = driftsOf(report);
  expect(found).toEqual(expect.arrayContaining([...drifts]));
  // Looks see points of the variant that no check is about.
  expect(found.filter((id) => ![...aboutOf(variant), ...drifts].includes(id))).toEqual([]);
});

test('id-emulator fidelity lists the drift of a variant with what was observed', async () => {
  const report = await runIn(variants().find(({ title }) => title === 'unauthenticated=403')!);
  const text = fidelity({}, applyEvidence(shippedContract().fidelity().points, report.evidence));
  expect(text).toMatch(
    /^contradicted by observation\n {2}inferred {2}Unauthorized:when .*\n(?: {4}.* token: 403 \(\d+ times?\)\n)+ {4}variant: unauthenticated=403\n {4}observed: .*403/m,
  );
});
