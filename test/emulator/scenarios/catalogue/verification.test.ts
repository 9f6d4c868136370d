import request from 'supertest';
import { beforeEach, expect, test } from 'vitest';
import { cast } from '../../../cast.js';
import { startInstitution } from '../../../institution.js';
import { untilEnd } from '../../../until-end.js';

const institution = await untilEnd(startInstitution());

const contractId = cast('Ben').credentials[0]!.contractId;
/** A link to a valid credential of Ben; each test has its own. */
let link: string;
beforeEach(async () => {
  link = ((await institution.post('/verification/generate-link', { contractId })).body as { token: string }).token;
});

/** The public check of the link. */
async function check(selection?: string): Promise<{ status: number; body: unknown }> {
  const call = request(institution.emulator.apiUrl).get(`/verification/check/${link}`);
  const response = await (selection === undefined ? call : call.set('Emulator-Scenario', selection));
  return { status: response.status, body: response.body as unknown };
}

const NORMAL = {
  status: 200,
  body: {
    status: 'strong',
    color: 'green',
    isActive: true,
    isArchived: false,
    isSuperseded: false,
    isRevoked: false,
    contractId,
  },
};
const UNKNOWN = { status: 404, body: { error: 'not_found', message: 'Verification token not found or expired.' } };

test.each([
  ['archived', { status: 'archived', isArchived: true }],
  ['revoked', { status: 'revoked', isRevoked: true }],
  ['superseded', { status: 'archived', isSuperseded: true }],
])('check-%s: the credential of the link is in this state', async (name, shown) => {
  const body = { ...NORMAL.body, color: 'red', isActive: false, ...shown };
  expect(await check(`check-${name}`)).toMatchObject({ status: 200, body });
  expect(await check()).toMatchObject(NORMAL);
});

/** Members of the check that show the state of the credential, to compare with a credential in that state. */
function state({ body }: { body: unknown }): unknown {
  const { status, color, isActive, isArchived, isSuperseded, isRevoked, message } = body as Record<string, unknown>;
  return { status, color, isActive, isArchived, isSuperseded, isRevoked, message };
}

test.each([
  ['check-archived', cast('Sven').credentials[2]!.contractId],
  ['check-revoked', cast('Ravi').credentials[0]!.contractId],
  ['check-superseded', cast('Sven').credentials[0]!.contractId],
])('%s: the response equals that of a credential in this state', async (selection, reallySo) => {
  const asked = await institution.post('/verification/generate-link', { contractId: reallySo });
  const { token } = asked.body as { token: string };
  const real = await request(institution.emulator.apiUrl).get(`/verification/check/${token}`);
  expect(state(await check(selection))).toEqual(state({ body: real.body as unknown }));
});

test('check-status: by default the status is weak and amber', async () => {
  expect(await check('check-status')).toMatchObject({
    status: 200,
    body: { status: 'weak', color: 'amber', isActive: true, message: 'As asked for.', contractId },
  });
  expect(await check()).toMatchObject(NORMAL);
});

test.each(['strong', 'moderate', 'weak', 'archived', 'revoked', 'expired', 'not_found'])(
  'check-status: the parameter sets the status %s',
  async (status) => {
    const response = await check(`check-status;status=${status};color=red;active=?0;message="Told so."`);
    expect(response).toMatchObject({
      status: 200,
      body: { status, color: 'red', isActive: false, message: 'Told so.' },
    });
  },
);

test('check-token-unknown: a valid link looks unknown', async () => {
  expect(await check('check-token-unknown')).toEqual(UNKNOWN);
  expect(await check()).toMatchObject(NORMAL);
});

test('check-token-expired: one check succeeds, then the link is expired', async () => {
  expect(await check('check-token-expired')).toMatchObject(NORMAL);
  expect([await check('check-token-expired'), await check('check-token-expired')]).toEqual([UNKNOWN, UNKNOWN]);
  expect(await check()).toMatchObject(NORMAL);
});

test('check-token-expired: the given number of checks succeeds', async () => {
  const statuses = [];
  for (let call = 0; call < 4; call++) statuses.push((await check('check-token-expired;after=3')).status);
  expect(statuses).toEqual([200, 200, 200, 404]);
});

test.each(['check-archived', 'check-revoked', 'check-status'])(
  '%s: an unknown link stays unknown',
  async (selection) => {
    link = 'unknown';
    expect(await check(selection)).toEqual(UNKNOWN);
  },
);
