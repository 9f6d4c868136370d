/** Requests by which the alternatives of most points show: right ones and wrong ones, to every endpoint. */

import type { Emulator } from '../../../src/index.js';
import { Recorder } from './recorded-traffic.js';

type Json = Readonly<Record<string, unknown>>;

const ME = '/institutions/me';
const LISTS = ['users', 'human-scores', 'credentials'];
const PAGES = ['', 'limit=100', 'limit=101', 'limit=30', 'limit=60', 'limit=0', 'limit=ten', 'offset=-1'];
const ODD_PAGES = ['offset=100000', 'foo=1', 'limit=1&limit=2', 'limit=', 'offset=5&limit=5', 'limit=%ZZ'];
const QUERIES = [
  ...['orderBy=id&orderType=ASC', 'orderBy=id&orderType=DESC', 'orderBy=fullName&orderType=ASC&limit=20'],
  ...['orderBy=email', 'orderBy=kycStatus&orderType=ASC', 'orderBy=reqStatus&orderType=DESC', 'orderBy=nope'],
  ...['orderBy=status&orderType=asc', 'orderType=up', 'status=ACTIVE', 'status=active', 'status=NOPE', 'status='],
  ...['reqStatus=PENDING', 'reqStatus=approved', 'kycStatus=APPROVED', 'kycStatus=SUCCESSFUL', 'kycStatus=MAYBE'],
];
const NOBODY = `party::${'0'.repeat(32)}::1220${'0'.repeat(64)}`;
const NOBODY_ELSE = `party::${'0'.repeat(31)}1::1220${'0'.repeat(64)}`;
const NO_CREDENTIALS = ['e', 'f'].map((digit) => `00${digit.repeat(136)}`);

/** Sends them all to the default sandbox. @returns what was recorded */
export async function askEverything(emulator: Emulator): Promise<Recorder> {
  const recorder = new Recorder(emulator);
  await askForTokens(recorder);
  await recorder.login();
  const users = await walk(recorder, 'users');
  const credentials = await walk(recorder, 'credentials');
  await walk(recorder, 'human-scores');
  for (const list of LISTS)
    for (const query of [...PAGES, ...ODD_PAGES]) await recorder.get(`${ME}/${list}${query === '' ? '' : `?${query}`}`);
  for (const query of QUERIES) await recorder.get(`${ME}/users?${query}`);
  await lookUp(recorder, users);
  await search(recorder, users);
  await askForSome(recorder, credentials);
  await requestData(recorder, users);
  const checked = await useLinks(recorder, credentials);
  await walk(recorder, 'credentials');
  await askWrongly(recorder);
  emulator.defaultSandbox.scenarios.replace('rate-limit-burst;burst=1');
  await recorder.get(`${ME}/users`);
  await recorder.get(`${ME}/users`);
  const { clock } = emulator.defaultSandbox;
  clock.advance('16m');
  for (const url of checked.slice(0, 2)) await recorder.send(url);
  clock.advance('2h');
  await recorder.get(`${ME}/users`);
  clock.advance('32d');
  await recorder.login();
  await recorder.get(`${ME}/users?limit=100`);
  return recorder;
}

async function askForTokens(recorder: Recorder): Promise<void> {
  const { clientId: id, clientSecret: secret } = recorder.emulator.defaultSandbox;
  const grant = { grant_type: 'client_credentials' };
  const client = { client_id: id, client_secret: secret };
  const basic = (text: string): Readonly<Record<string, string>> => ({
    Authorization: `Basic ${Buffer.from(text).toString('base64')}`,
  });
  await recorder.form({ ...grant, ...client, scope: 'read' });
  await recorder.form({ ...grant, ...client, client_secret: 'another' });
  await recorder.form({ ...grant });
  await recorder.form({ ...client, grant_type: 'password' });
  await recorder.form(grant, basic(`${id}:${secret}`));
  await recorder.form(grant, basic(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`));
  await recorder.form({ ...grant, client_id: id });
}

/** Reads a list to its end. */
async function walk(recorder: Recorder, list: string): Promise<readonly Json[]> {
  const items: Json[] = [];
  for (let total = 1, offset = 0; offset < total; offset += 20) {
    const { body } = await recorder.get(`${ME}/${list}?limit=20&offset=${offset}`);
    const page = (body ?? {}) as { readonly items?: readonly Json[]; readonly pagination?: { readonly total: number } };
    if (page.items === undefined) break;
    items.push(...page.items);
    total = page.pagination?.total ?? 0;
  }
  return items;
}

async function lookUp(recorder: Recorder, users: readonly Json[]): Promise<void> {
  const isOdd = ({ status, reqStatus, kycStatus }: Json): boolean =>
    /blocked/i.test(String(status)) || (/^approved$/i.test(String(reqStatus)) && kycStatus !== 'APPROVED');
  const parties = [...new Set([...users.filter(isOdd), ...users].map(({ partyId }) => String(partyId)))].slice(0, 60);
  const usernames: unknown[] = [];
  for (const party of [...parties, NOBODY, NOBODY_ELSE]) {
    await recorder.get(`${ME}/credentials/${party}`);
    await recorder.get(`${ME}/human-scores/${party}`);
    await recorder.get(`${ME}/credentials?partyIds=${party}`);
    const { body } = await recorder.get(`${ME}/credentials/resolve?partyId=${party}`);
    const { credentials = [] } = (body ?? {}) as { readonly credentials?: readonly Json[] };
    for (const { username, metadata } of credentials)
      if (username !== undefined && (metadata as Json | undefined)?.['username'] === undefined)
        usernames.push(username);
  }
  for (const username of usernames.slice(0, 3)) {
    await recorder.get(`${ME}/credentials/resolve?q=${String(username)}`);
    await recorder.get(`${ME}/users?search=${String(username)}&limit=20`);
  }
  const { email } = users.find((row) => row['email'] !== undefined && row['reqStatus'] === 'APPROVED') ?? {};
  for (const query of [
    'q=nobody@nowhere.invalid',
    '',
    'q=%20',
    `q=${String(email)}`,
    `q=${String(email).toUpperCase()}`,
  ])
    await recorder.get(`${ME}/credentials/resolve?${query}`);
}

async function search(recorder: Recorder, users: readonly Json[]): Promise<void> {
  const { fullName, email, partyId } = users.find((row) => String(row['fullName']).includes(' ')) ?? {};
  const [first, last] = String(fullName).split(' ');
  const texts = [
    fullName,
    first,
    last,
    String(email).split('@')[1],
    partyId,
    String(email).split('@')[0],
    'zzzz-nobody',
  ];
  for (const text of texts) await recorder.get(`${ME}/users?search=${encodeURIComponent(String(text))}&limit=20`);
  await walk(recorder, 'users');
}

async function askForSome(recorder: Recorder, credentials: readonly Json[]): Promise<void> {
  const parties = [...new Set(credentials.map(({ partyId }) => String(partyId)))];
  const [one, , other] = parties;
  const many = parties.slice(0, 14).join(',');
  for (const list of ['human-scores', 'credentials'])
    for (const query of [`${other}&partyIds=${one}`, `${other},${one},${other}`, many, '', 'unknown-one'])
      await recorder.get(`${ME}/${list}?partyIds=${query}`);
}

async function requestData(recorder: Recorder, users: readonly Json[]): Promise<void> {
  const request = (body: unknown): Promise<unknown> => recorder.post(`${ME}/credentials/request`, body);
  const asked = (party: unknown): unknown[] =>
    users.flatMap(({ partyId, kycProvider }) => (partyId === party ? [kycProvider] : []));
  const free = (party: unknown): string[] =>
    ['REDDIT', 'DISCORD', 'TWITTER', 'GITHUB'].filter((provider) => !asked(party).includes(provider));
  const { partyId } = users.find((row) => free(row['partyId']).length > 1) ?? {};
  const providers = free(partyId).slice(0, 1);
  await request({ partyId: NOBODY, providers: ['GOOGLE'] });
  await request({ partyId, providers });
  await recorder.get(`${ME}/users?limit=20`);
  await recorder.get(`${ME}/users?search=${String(partyId)}&limit=20`);
  recorder.emulator.defaultSandbox.clock.advance('5s');
  await recorder.get(`${ME}/users?limit=20`);
  for (const body of [
    { partyId, providers },
    { partyId, providers: [] },
    { partyId, providers: ['NOPE'] },
  ])
    await request(body);
}

/** @returns the URLs of checks */
async function useLinks(recorder: Recorder, credentials: readonly Json[]): Promise<readonly string[]> {
  const checked: string[] = [];
  const link = (body: unknown): ReturnType<Recorder['post']> => recorder.post('/verification/generate-link', body);
  const batch = (requests: unknown): Promise<unknown> =>
    recorder.post('/verification/generate-links-batch', { requests });
  const isDead = ({ freshness, kycStatus }: Json): boolean => freshness === 'REVOKED' || kycStatus === 'EXPIRED';
  const [first, second] = credentials;
  for (const { contractId } of [...credentials.slice(0, 20), ...credentials.filter(isDead).slice(0, 6)]) {
    const { body } = await link({ contractId });
    const { token } = (body ?? {}) as { readonly token?: string };
    if (token === undefined) continue;
    const url = `${recorder.emulator.apiUrl}/verification/check/${token}`;
    await recorder.send(url, { headers: { Origin: 'https://web.example' } });
    checked.push(url);
  }
  for (const url of checked.slice(0, 3)) await recorder.send(url);
  const { contractId } = first!;
  for (const unknown of NO_CREDENTIALS)
    for (const id of [contractId, unknown, contractId]) await link({ contractId: id });
  for (const body of [{}, { contractId, more: true }]) await link(body);
  await recorder.send(`${recorder.emulator.apiUrl}/verification/check/unknown-token`);
  const dead = credentials.find(isDead);
  for (const requests of [
    [{ contractId }, { contractId: '00ff' }, { contractId: second?.['contractId'] }],
    [],
    [{ contractId }, { contractId }],
    [{ contractId: '' }],
    [{ contractId: 7 }, { contractId }],
    [7],
    ...(dead === undefined ? [] : [[{ contractId: dead['contractId'] }]]),
    Array.from({ length: 101 }, (_, at) => ({ contractId: `00${at}` })),
  ])
    await batch(requests);
  return checked;
}

async function askWrongly(recorder: Recorder): Promise<void> {
  const { authorization, emulator } = recorder;
  const url = `${emulator.apiUrl}${ME}/users`;
  await recorder.send(url);
  await recorder.send(url, { headers: { Authorization: 'Bearer nonsense' } });
  await recorder.send(`${emulator.apiUrl}${ME}/nope`);
  for (const path of [`${ME}/nope`, `${ME}/users/`, `${ME}/Users`, '/verification/generate-link'])
    await recorder.get(path);
  await recorder.send(url, { method: 'DELETE', headers: authorization });
  await recorder.send(url, { method: 'HEAD', headers: authorization });
  await recorder.send(url, {
    method: 'OPTIONS',
    headers: { Origin: 'https://web.example', 'Access-Control-Request-Method': 'GET' },
  });
  await recorder.get(`${ME}/users?limit=20`, { 'Accept-Encoding': 'gzip' });
  await recorder.send(`${emulator.apiUrl}/verification/generate-link`, {
    method: 'POST',
    headers: { ...authorization, 'Content-Type': 'text/plain' },
    body: 'x',
  });
}
