/** The life of a verification link. */

import type { Contract } from '../../contract/contract.js';
import { isObject } from '../../contract/json.js';
import { type Check, type CheckGroup, type Observation, holdsIf, holdsUnless, type CheckBasis } from '../check.js';
import { describeExchange } from '../exchange.js';
import { type Json, objectIn, textIn, timeOf } from '../read-response.js';
import { createAnotherLink, checkLink, contractId, linkedCredential, createLink, WRITES } from './examples.js';
import type { Service } from '../service.js';
import { formOf, kindOf, MILLISECONDS } from '../describe-value.js';
import { successChecks, hasStatus } from './response-checks.js';

const GROUP = 'links';

/** By freshness. Expired and blocked credentials are handled separately. */
const STANDING: Readonly<Record<string, readonly [status: string, color: string]>> = {
  FRESH: ['strong', 'green'],
  MODERATE: ['moderate', 'amber'],
  STALE: ['weak', 'amber'],
  REVOKED: ['revoked', 'red'],
};

const CHECKS: readonly Check[] = [
  write(
    'url',
    'verificationUrl is an address with the token in it',
    { point: 'VerificationLink.verificationUrl:format' },
    async (service) => {
      const link = objectIn(await createLink(service));
      const url = textIn(link, 'verificationUrl');
      const isAddress = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
      const hasToken = url.includes(encodeURIComponent(textIn(link, 'token')));
      return holdsIf(
        isAddress && hasToken,
        isAddress ? 'the address does not contain the token' : 'it is not an address',
        isAddress ? new URL(url).protocol : 'no address',
        hasToken ? 'token in it' : 'no token in it',
      );
    },
  ),
  write('public', 'a link can be checked without an access token', { section: '5' }, async (service) =>
    hasStatus(await checkLink(service), 200),
  ),
  write(
    'contract',
    'the check returns the credential that the link was created for',
    { section: '2.6' },
    async (service) => {
      const { contractId: returned } = objectIn(await checkLink(service));
      return holdsIf(returned === (await contractId(service)), 'contractId is different');
    },
  ),
  write(
    'again',
    'a second request creates another link, and the first one stays valid',
    { point: 'generateVerificationLink:repeated-link' },
    async (service) => {
      const first = textIn(objectIn(await createLink(service)), 'token');
      const second = textIn(objectIn(await createAnotherLink(service)), 'token');
      const { status } = await service.request('checkVerificationStatus', { path: { token: first }, isShared: false });
      return holdsIf(
        first !== second && status === 200,
        first === second ? 'the link is the same' : `checking the first link returns ${status}`,
        first === second ? 'the same link' : 'another link',
        String(status),
      );
    },
  ),
  write(
    'unknown-member',
    'an unknown member of the request is ignored',
    { point: 'service:unknown-member' },
    async (service) => {
      const exchange = await service.request('generateVerificationLink', {
        body: { contractId: await contractId(service), conformanceCheck: true },
      });
      return hasStatus(exchange, 200, 201);
    },
  ),
  write('altered', 'a token with one changed letter is not found', { section: '7' }, async (service) => {
    const token = textIn(objectIn(await createLink(service)), 'token');
    const middle = Math.floor(token.length / 2);
    return hasStatus(
      await service.request('checkVerificationStatus', {
        path: { token: token.slice(0, middle) + (token[middle] === 'A' ? 'B' : 'A') + token.slice(middle + 1) },
      }),
      404,
    );
  }),
  write(
    'standing',
    'status and color follow from the freshness of the credential',
    { point: 'VerificationStatus:standing' },
    async (service) => {
      const [{ freshness, kycStatus }, { status, color }] = [
        await linkedCredential(service),
        objectIn(await checkLink(service)),
      ];
      const seen = `${kindOf(freshness, true)}: ${kindOf(status, true)}, ${kindOf(color, true)}`;
      const [expectedStatus, expectedColor] =
        kycStatus === 'EXPIRED' ? ['expired', 'red'] : (STANDING[String(freshness)] ?? []);
      return holdsIf(status === expectedStatus && color === expectedColor, `found ${seen}`, seen);
    },
  ),
  write(
    'active',
    'isActive is true for a credential that is neither expired nor revoked, else false',
    { point: 'VerificationStatus:standing' },
    async (service) => {
      const [{ freshness, kycStatus }, { isActive }] = [
        await linkedCredential(service),
        objectIn(await checkLink(service)),
      ];
      return holdsIf(
        isActive === (['APPROVED', 'SUCCESSFUL'].includes(String(kycStatus)) && freshness !== 'REVOKED'),
        `isActive is ${kindOf(isActive)}`,
        kindOf(isActive),
      );
    },
  ),
  write(
    'expiry',
    'expiredAt is the time at which the credential expires',
    { point: 'VerificationStatus.expiredAt:meaning' },
    async (service) =>
      sameMoment(objectIn(await checkLink(service)), 'expiredAt', await linkedCredential(service), 'expirationDate'),
  ),
  write(
    'issue',
    'issuedAt is the time at which the credential was issued',
    { point: 'VerificationStatus.issuedAt', isTentative: true },
    async (service) =>
      sameMoment(objectIn(await checkLink(service)), 'issuedAt', await linkedCredential(service), 'issuedAt'),
  ),
  write(
    'milliseconds',
    'times have milliseconds and are in UTC',
    { point: 'VerificationStatus:format' },
    async (service) => {
      const { issuedAt, expiredAt } = objectIn(await checkLink(service));
      const forms = [issuedAt, expiredAt]
        .filter((time) => time !== null)
        .map((time) => (typeof time === 'string' ? formOf(time) : kindOf(time)));
      return holdsUnless(
        forms.filter((form) => form !== MILLISECONDS).map((form) => `a time has the form ${form}`),
        ...forms,
      );
    },
  ),
  write(
    'provider',
    "kycProvider is the credential's provider",
    { point: 'VerificationStatus.kycProvider', isTentative: true },
    async (service) => {
      const [{ provider }, { kycProvider }] = [await linkedCredential(service), objectIn(await checkLink(service))];
      return holdsIf(
        provider === kycProvider,
        `kycProvider is ${kindOf(kycProvider, true)}, the provider is ${kindOf(provider, true)}`,
        kindOf(kycProvider, true),
      );
    },
  ),
  write(
    'data',
    "credentialData is the credential's metadata",
    { point: 'VerificationStatus.credentialData', isTentative: true },
    async (service) => {
      const [{ metadata }, { credentialData }] = [await linkedCredential(service), objectIn(await checkLink(service))];
      if (!isObject(credentialData) || !isObject(metadata))
        return holdsIf(credentialData === null, `credentialData is ${kindOf(credentialData)}`);
      return holdsUnless(
        Object.keys(credentialData)
          .filter((name) => credentialData[name] !== metadata[name])
          .map((name) => `${kindOf(name, true)} is different`),
      );
    },
  ),
  {
    id: 'links.expired',
    title: 'checking an expired link returns 404',
    point: 'checkVerificationStatus:expired-link',
    needs: ['expired-link'],
    run: async (service) => {
      const exchange = await service.request('checkVerificationStatus', {
        path: { token: service.inputs.expiredLink! },
      });
      return holdsIf(exchange.status === 404, `${describeExchange(exchange)}, not 404`, String(exchange.status));
    },
  },
];

/** The group. */
export function links(contract: Contract): CheckGroup {
  const made = successChecks(contract, {
    operation: 'generateVerificationLink',
    group: GROUP,
    subject: 'a link',
    section: '4.2',
    needs: ['write'],
    request: createLink,
  });
  const checked = successChecks(contract, {
    operation: 'checkVerificationStatus',
    group: GROUP,
    subject: 'the check of a link',
    section: '4.2',
    needs: ['write'],
    request: checkLink,
  });
  return { name: GROUP, title: 'verification links', checks: [...made, ...checked, ...CHECKS] };
}

function write(name: string, title: string, on: CheckBasis, run: (service: Service) => Promise<Observation>): Check {
  return { id: `${GROUP}.${name}`, title, ...on, needs: WRITES, run };
}

function sameMoment(status: Json, member: string, credential: Json, other: string): Observation {
  return holdsIf(
    timeOf(status[member]) === timeOf(credential[other]),
    `${member} is not the ${other} of the credential`,
    kindOf(status[member]),
  );
}
