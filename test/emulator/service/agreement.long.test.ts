/**
 * All operations tell the same of 300 parties, from today to three years ahead: lists, single reads, look-ups, links,
 * checks, scores and totals; for three seeds, in both revisions, and in each variant that changes what is shown.
 */

import { expect, test } from 'vitest';
import { REVISIONS, SPECIFICATION } from '../../../src/contract/contract.js';
import { type SandboxOptions, startEmulator } from '../../../src/index.js';
import { budget } from '../../budget.js';
import type { CredentialItem, UserItem } from '../../pages.js';
import { type SeenResponse, variedSandbox, type VariedSandbox } from '../../contract/variants/varied-sandbox.js';
import VARIANTS from './agreement.json' with { type: 'json' };

const SEEDS = [1, 2, 3];
const REVISIONS_SHOWN = [SPECIFICATION, ...REVISIONS];
/** In a long run, each variant is tried with as many. */
const PARTIES = 300;
const PARTIES_OF_VARIANT = budget({ short: 100, long: PARTIES });
/** How far the clock moves before each look: 0, 1, 31, 90, 365, 730 and 1,095 days. */
const STEPS = ['PT0S', 'P1D', 'P30D', 'P59D', 'P275D', 'P365D', 'P365D'];
const ACCOUNT_STATUSES = ['ACTIVE', 'INACTIVE', 'BLOCKED'];

interface Case {
  readonly seed: number;
  readonly revision: string;
  readonly variant: string;
}

/** Everything without variants, and each variant with another seed and revision in turn. */
const cases: readonly Case[] = [
  ...SEEDS.flatMap((seed) => REVISIONS_SHOWN.map((revision) => ({ seed, revision, variant: '' }))),
  ...VARIANTS.map((variant, at) => ({
    seed: SEEDS[at % SEEDS.length]!,
    revision: REVISIONS_SHOWN[at % REVISIONS_SHOWN.length]!,
    variant,
  })),
];

interface Score {
  readonly totalScore: number;
  readonly breakdown: Readonly<Record<string, number>>;
  readonly details: {
    readonly providerCount: number;
    readonly emailConsistency: { readonly uniqueEmails: readonly string[] };
  };
}

interface ScoreItem {
  readonly partyId: string;
  readonly humanScore: Score;
}

interface Resolved {
  readonly contractId: string;
  readonly kycProvider: string;
  readonly metadata?: unknown;
}

interface LinkResult {
  readonly contractId: string;
  readonly result?: { readonly token: string };
}

/** What the three lists show at one moment. */
interface Shown {
  readonly users: readonly UserItem[];
  readonly credentials: readonly CredentialItem[];
  readonly scores: readonly ScoreItem[];
}

type Read = (path: string) => Promise<SeenResponse>;

/** Compares two values, and notes the place of a difference. */
type Agree = (place: string, one: unknown, other: unknown) => void;

test.each(cases)('seed $seed, revision $revision, variant "$variant"', { timeout: 900_000 }, async (one) => {
  const { seed, revision, variant } = one;
  const population = variant === '' ? PARTIES : PARTIES_OF_VARIANT;
  const [point = '', name = ''] = variant.split('=');
  await using emulator = await startEmulator({
    population,
    fixture: 'empty',
    seed,
    now: '2026-01-31T09:00:00Z',
  });
  const options = { revision, variants: variant === '' ? {} : { [point]: name } } as SandboxOptions;
  const varied = variedSandbox(emulator, options);
  let compared = 0;
  const differences: string[] = [];
  for (const step of STEPS) {
    varied.sandbox.clock.advance(step);
    const agree: Agree = (place, left, right) => {
      compared++;
      const [a, b] = [JSON.stringify(left), JSON.stringify(right)];
      if (a !== b) differences.push(`after ${step}, ${place}: ${a} and ${b}`);
    };
    await compareAll(one, varied, agree);
  }
  expect(differences.slice(0, 20)).toEqual([]);
  expect(compared).toBeGreaterThan(population * 50);
});

async function compareAll({ revision, variant }: Case, { sandbox, send }: VariedSandbox, agree: Agree): Promise<void> {
  const { accessToken: token } = sandbox.accessToken();
  const read: Read = (path) => send(path, { token });
  const shown: Shown = {
    users: await wholeList<UserItem>('institutions/me/users?orderBy=id', read, agree),
    credentials: await wholeList<CredentialItem>('institutions/me/credentials', read, agree),
    scores: await wholeList<ScoreItem>('institutions/me/human-scores', read, agree),
  };
  const emails = new Map(shown.users.flatMap(({ partyId, email }) => (email === undefined ? [] : [[partyId, email]])));
  const parties = [...new Set(shown.users.map(({ partyId }) => partyId))];
  agree('the number of parties', parties.length, sandbox.show().population);
  await eightAtATime(parties, async (partyId) => {
    await compareParty(partyId, { shown, read, variant, agree });
  });
  await compareChecks(shown.credentials, { variant, agree, read, post: (path, json) => send(path, { json, token }) });
  if (revision === SPECIFICATION || variant === 'unapproved-identity=hidden') return;
  for (const { partyId, email } of [...shown.credentials, ...shown.scores] as { partyId: string; email?: string }[])
    agree(`the e-mail of ${partyId}`, email, emails.get(partyId));
}

async function eightAtATime<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += 8) await Promise.all(items.slice(from, from + 8).map(act));
}

interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly pagination: { readonly total: number };
  readonly totalCount?: number;
}

/** All items of a list, whose pages agree about their number. */
async function wholeList<Item>(path: string, read: Read, agree: Agree): Promise<Item[]> {
  const items: Item[] = [];
  const totals = new Set<number>();
  for (let offset = 0; ; offset += 100) {
    const { json } = await read(`${path}${path.includes('?') ? '&' : '?'}limit=100&offset=${offset}`);
    const body = json as PageOf<Item>;
    items.push(...body.items);
    totals.add(body.pagination.total).add(body.totalCount ?? body.pagination.total);
    if (offset + 100 >= body.pagination.total) break;
  }
  agree(`the total of ${path}`, [...totals], [items.length]);
  return items;
}

interface PartyContext {
  readonly shown: Shown;
  readonly read: Read;
  readonly variant: string;
  readonly agree: Agree;
}

function itemsIn({ json }: SeenResponse): unknown {
  return (json as { items: unknown }).items;
}

/** Whether a listed credential is valid, by what it shows. */
function isValid({ kycStatus, freshness }: CredentialItem): boolean {
  return (kycStatus === 'APPROVED' || kycStatus === 'SUCCESSFUL') && freshness !== 'REVOKED';
}

async function compareParty(partyId: string, { shown, read, variant, agree }: PartyContext): Promise<void> {
  const id = encodeURIComponent(partyId);
  const rows = shown.users.filter((row) => row.partyId === partyId);
  const credentials = shown.credentials.filter((item) => item.partyId === partyId);
  const score = shown.scores.find((item) => item.partyId === partyId);

  agree(`credentials of ${partyId}`, (await read(`institutions/me/credentials/${id}`)).json, credentials);
  const filtered = await read(`institutions/me/credentials?partyIds=${id}`);
  agree(`credentials filtered by ${partyId}`, itemsIn(filtered), credentials);
  const single = await read(`institutions/me/human-scores/${id}`);
  if (variant !== 'unknown-party-score=zero')
    agree(`score of ${partyId}`, single.status, score === undefined ? 404 : 200);
  if (score !== undefined) agree(`score of ${partyId}`, single.json, score);
  const scores = await read(`institutions/me/human-scores?partyIds=${id}`);
  agree(`scores filtered by ${partyId}`, itemsIn(scores), score === undefined ? [] : [score]);
  const found = await read(`institutions/me/users?orderBy=id&limit=100&search=${id}`);
  agree(`rows found by ${partyId}`, itemsIn(found), rows);
  await compareLookUps(partyId, credentials, { read, variant, agree });

  const isBlocked = rows.some(({ status }) => status?.toUpperCase() === 'BLOCKED');
  agree(
    `account status of ${partyId}`,
    rows.map(({ status }) => status?.toUpperCase() ?? 'ACTIVE').filter((status) => !ACCOUNT_STATUSES.includes(status)),
    [],
  );
  compareApproval({ partyId, rows, credentials, score }, variant, agree);
  // Which credentials of a blocked party count, no member shows then.
  if (score !== undefined && !(isBlocked && variant === 'blocked-party=unaffected'))
    compareScore(score, credentials, { variant, agree });
}

/** What a look-up by party ID and by e-mail shows of the listed credentials. */
async function compareLookUps(
  partyId: string,
  credentials: readonly CredentialItem[],
  { read, variant, agree }: Omit<PartyContext, 'shown'>,
): Promise<void> {
  const look = async (query: string): Promise<readonly Resolved[]> =>
    ((await read(`institutions/me/credentials/resolve?${query}`)).json as { credentials: readonly Resolved[] })
      .credentials;
  const seen = await look(`partyId=${encodeURIComponent(partyId)}`);
  const expected = {
    'dead-credentials-resolved=valid': credentials.filter(isValid),
    'dead-credentials-resolved=not-revoked': credentials.filter(({ freshness }) => freshness !== 'REVOKED'),
  }[variant];
  const listed = new Map(credentials.map((item) => [item.contractId, item]));
  const resolved = new Map(seen.map((item) => [item.contractId, item]));
  if (variant === 'dead-credentials-resolved=all' || /^dead-credentials-listed=(valid|not)/.test(variant))
    agree(
      `look-up of ${partyId}`,
      [...listed.keys()].filter((contractId) => !resolved.has(contractId)),
      [],
    );
  else if (variant === 'dead-credentials-listed=all')
    agree(
      `look-up of ${partyId}`,
      [...resolved.keys()].filter((contractId) => !listed.has(contractId)),
      [],
    );
  else
    agree(
      `look-up of ${partyId}`,
      [...resolved.keys()],
      (expected ?? credentials).map(({ contractId }) => contractId),
    );
  for (const { contractId, kycProvider, metadata } of seen) {
    const { provider, metadata: shown } = listed.get(contractId) ?? { provider: kycProvider, metadata };
    agree(`look-up of ${contractId}`, [kycProvider, metadata ?? {}], [provider, shown ?? {}]);
  }
  for (const email of new Set(seen.map((item) => (item.metadata as { email?: string } | undefined)?.email))) {
    if (typeof email !== 'string') continue;
    const byEmail = new Set((await look(`q=${encodeURIComponent(email)}`)).map(({ contractId }) => contractId));
    const wanted = seen.filter((item) =>
      variant === 'resolve-scope=credential' ? (item.metadata as { email?: string }).email === email : true,
    );
    agree(
      `look-up of ${email}`,
      wanted.filter(({ contractId }) => !byEmail.has(contractId)),
      [],
    );
  }
}

interface PartyShown {
  readonly partyId: string;
  readonly rows: readonly UserItem[];
  readonly credentials: readonly CredentialItem[];
  readonly score: ScoreItem | undefined;
}

/** Whether rows, credentials and score agree about what the party has approved. */
function compareApproval({ partyId, rows, credentials, score }: PartyShown, variant: string, agree: Agree): void {
  const approved = rows.filter(({ reqStatus }) => reqStatus.toUpperCase() === 'APPROVED');
  const isSuccess = ({ kycStatus }: UserItem): boolean => kycStatus === 'APPROVED' || kycStatus === 'SUCCESSFUL';
  // A row of a party shows its newest request alone.
  if (variant === 'users-row=party') return;
  const providers = new Set(approved.map(({ kycProvider }) => kycProvider));
  agree(
    `providers of ${partyId}`,
    credentials.filter(({ provider }) => !providers.has(provider)),
    [],
  );
  const hasScore = {
    'approved-users=kyc-status': rows.some(isSuccess),
    'approved-users=valid-credential': credentials.some(isValid),
  }[variant];
  agree(`approval of ${partyId}`, score !== undefined, hasScore ?? approved.length > 0);
  if (variant.startsWith('dead-credentials-listed') || variant === 'blocked-party=unaffected') return;
  for (const { kycProvider, kycStatus, status } of approved) {
    if (kycProvider === 'SUMSUB' || status?.toUpperCase() === 'BLOCKED') continue;
    const own = credentials.filter(({ provider }) => provider === kycProvider);
    agree(
      `KYC status of ${kycProvider} of ${partyId}`,
      kycStatus,
      own.length === 0 ? 'TO_DO' : (own.find(isValid) ?? own.at(-1)!).kycStatus,
    );
  }
}

/** Whether a score follows from the listed credentials. */
function compareScore(
  { partyId, humanScore: { totalScore, breakdown, details } }: ScoreItem,
  credentials: readonly CredentialItem[],
  { variant, agree }: Pick<PartyContext, 'variant' | 'agree'>,
): void {
  agree(
    `score of ${partyId}`,
    totalScore,
    Object.values(breakdown).reduce((sum, part) => sum + part, 0),
  );
  if (variant === 'score-of-dead-credentials=counted' && credentials.length === 0) return;
  const counted = variant === 'score-of-dead-credentials=counted' ? credentials : credentials.filter(isValid);
  agree(
    `providers in the score of ${partyId}`,
    details.providerCount,
    new Set(counted.map(({ provider }) => provider)).size,
  );
  const emails = new Set(counted.flatMap(({ metadata }) => metadata['email']?.toLowerCase() ?? []));
  const known = new Set(details.emailConsistency.uniqueEmails.map((email) => email.toLowerCase()));
  agree(`e-mails in the score of ${partyId}`, [...known].toSorted(), [...emails].toSorted());
}

interface CheckContext extends Pick<PartyContext, 'variant' | 'agree' | 'read'> {
  readonly post: (path: string, json: object) => Promise<{ readonly json: unknown }>;
}

const STATUS_OF: Readonly<Record<string, string>> = { FRESH: 'strong', MODERATE: 'moderate', STALE: 'weak' };

/** Whether the links of listed credentials show what the list shows. */
async function compareChecks(credentials: readonly CredentialItem[], context: CheckContext): Promise<void> {
  const { variant, agree, read, post } = context;
  for (let from = 0; from < credentials.length; from += 100) {
    const batch = credentials.slice(from, from + 100);
    const requests = batch.map(({ contractId }) => ({ contractId }));
    const { results } = (await post('verification/generate-links-batch', { requests })).json as {
      results: LinkResult[];
    };
    agree(
      'the results of a batch',
      results.map(({ contractId }) => ({ contractId })),
      requests,
    );
    await eightAtATime(batch, async (credential) => {
      const { contractId, provider, freshness, kycStatus, issuedAt, expirationDate, metadata } = credential;
      const link = results.find((item) => item.contractId === contractId)?.result;
      const isLinked = variant !== 'link-of-dead-credential=409' || isValid(credential);
      agree(`link of ${contractId}`, link !== undefined, isLinked);
      if (link === undefined) return;
      const body = (await read(`verification/check/${link.token}`)).json as Record<string, unknown>;
      const times = [body['contractId'], body['kycProvider'], body['issuedAt'], body['expiredAt']];
      agree(`check of ${contractId}`, times, [contractId, provider, issuedAt, expirationDate]);
      const isWhole =
        variant !== 'check-data=withheld' && (variant !== 'data-of-dead-credential=anonymous' || isValid(credential));
      if (isWhole) agree(`data of ${contractId}`, body['credentialData'], metadata);
      // No member of the list says that a credential is archived or superseded.
      if (variant === 'dead-credentials-listed=all' || (kycStatus === 'BLOCKED' && freshness !== 'REVOKED')) return;
      const status = freshness === 'REVOKED' ? 'revoked' : kycStatus === 'EXPIRED' ? 'expired' : STATUS_OF[freshness];
      agree(`status of ${contractId}`, [body['status'], body['isActive']], [status, isValid(credential)]);
    });
  }
}
