/** The life of a verification link. */

import { isObject } from '../../../../common/json.js';
import { holdsIf, holdsUnless } from '../../check.js';
import { describeExchange, type Json, objectIn, textIn, timeOf } from '../../exchange.js';
import { checkSharedLink, contractId, linkedCredential, sharedLink, withOtherLetter } from '../examples.js';
import { checkToken, createLink, tokenIn } from '../requests.js';
import type { Service } from '../../service.js';
import { formOf, kindOf, MILLISECONDS } from '../../describe-value.js';
import { type CheckRows, type Expectation, type GroupTables, point, section, tentative } from '../table.js';

/** By freshness. Expired and blocked credentials are handled separately. */
const STANDING: Readonly<Record<string, readonly [status: string, color: string]>> = {
  FRESH: ['strong', 'green'],
  MODERATE: ['moderate', 'amber'],
  STALE: ['weak', 'amber'],
  REVOKED: ['revoked', 'red'],
};

const ROWS: CheckRows = {
  url: point('VerificationLink.verificationUrl:format').row('verificationUrl is an address with the token in it', {
    request: sharedLink,
    expect: (exchange) => {
      const link = objectIn(exchange);
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
  }),
  public: section('5').expect('a link can be checked without an access token', 200),
  contract: section('2.6').expect(
    'the check returns the credential that the link was created for',
    async (exchange, service) => {
      const { contractId: returned } = objectIn(exchange);
      return holdsIf(returned === (await contractId(service)), 'contractId is different');
    },
  ),
  again: point('generateVerificationLink:repeated-link').row(
    'a second request creates another link, and the first one stays valid',
    {
      request: sharedLink,
      expect: async (exchange, service) => {
        const token = tokenIn(exchange);
        const isSame = token === tokenIn(await createLink(service, await contractId(service)));
        const { status } = await service.request('checkVerificationStatus', { path: { token }, isShared: false });
        return holdsIf(
          !isSame && status === 200,
          isSame ? 'the link is the same' : `checking the first link returns ${status}`,
          isSame ? 'the same link' : 'another link',
          String(status),
        );
      },
    },
  ),
  'unknown-member': point('service:unknown-member').row('an unknown member of the request is ignored', {
    request: async (service) => {
      const body = { contractId: await contractId(service), conformanceCheck: true };
      return await service.request('generateVerificationLink', { body });
    },
    expect: [200, 201],
  }),
  altered: section('7').row('a token with one changed letter is not found', {
    request: async (service) => {
      const token = tokenIn(await sharedLink(service));
      return await checkToken(service, withOtherLetter(token, Math.floor(token.length / 2)));
    },
    expect: 404,
  }),
  standing: point('VerificationStatus:standing').run(
    'status and color follow from the freshness of the credential',
    async (service) => {
      const [{ freshness, kycStatus }, { status, color }] = await credentialAndCheck(service);
      const seen = `${kindOf(freshness, true)}: ${kindOf(status, true)}, ${kindOf(color, true)}`;
      const [expectedStatus, expectedColor] =
        kycStatus === 'EXPIRED' ? ['expired', 'red'] : (STANDING[String(freshness)] ?? []);
      return holdsIf(status === expectedStatus && color === expectedColor, `found ${seen}`, seen);
    },
  ),
  active: point('VerificationStatus:standing').run(
    'isActive is true for a credential that is neither expired nor revoked, else false',
    async (service) => {
      const [{ freshness, kycStatus }, { isActive }] = await credentialAndCheck(service);
      const isValid = ['APPROVED', 'SUCCESSFUL'].includes(String(kycStatus)) && freshness !== 'REVOKED';
      return holdsIf(isActive === isValid, `isActive is ${kindOf(isActive)}`, kindOf(isActive));
    },
  ),
  expiry: point('VerificationStatus.expiredAt:meaning').expect(
    'expiredAt is the time at which the credential expires',
    sameMoment('expiredAt', 'expirationDate'),
  ),
  issue: tentative('VerificationStatus.issuedAt').expect(
    'issuedAt is the time at which the credential was issued',
    sameMoment('issuedAt', 'issuedAt'),
  ),
  milliseconds: point('VerificationStatus:format').expect('times have milliseconds and are in UTC', (exchange) => {
    const { issuedAt, expiredAt } = objectIn(exchange);
    const forms = [issuedAt, expiredAt].filter((time) => time !== null).map(formOf);
    return holdsUnless(
      forms.filter((form) => form !== MILLISECONDS).map((form) => `a time has the form ${form}`),
      ...forms,
    );
  }),
  provider: tentative('VerificationStatus.kycProvider').run(
    "kycProvider is the credential's provider",
    async (service) => {
      const [{ provider }, { kycProvider }] = await credentialAndCheck(service);
      const seen = kindOf(kycProvider, true);
      const why = `kycProvider is ${seen}, the provider is ${kindOf(provider, true)}`;
      return holdsIf(provider === kycProvider, why, seen);
    },
  ),
  data: tentative('VerificationStatus.credentialData').run(
    "credentialData is the credential's metadata",
    async (service) => {
      const [{ metadata }, { credentialData }] = await credentialAndCheck(service);
      if (!isObject(credentialData) || !isObject(metadata))
        return holdsIf(credentialData === null, `credentialData is ${kindOf(credentialData)}`);
      return holdsUnless(
        Object.keys(credentialData)
          .filter((name) => credentialData[name] !== metadata[name])
          .map((name) => `${kindOf(name, true)} is different`),
      );
    },
  ),
  expired: point('checkVerificationStatus:expired-link').row('checking an expired link returns 404', {
    needs: ['expired-link'],
    request: (service) => checkToken(service, service.inputs.expiredLink!),
    // Also after a server error, unlike other checks of a status.
    expect: (exchange) =>
      holdsIf(exchange.status === 404, `${describeExchange(exchange)}, not 404`, String(exchange.status)),
  }),
};

export const LINKS: GroupTables = {
  name: 'links',
  title: 'verification links',
  needs: ['write'],
  valid: [
    { operation: 'generateVerificationLink', subject: 'a link', request: sharedLink },
    { operation: 'checkVerificationStatus', subject: 'the check of a link' },
  ],
  rows: ROWS,
  request: checkSharedLink,
};

/** The credential of the shared link as the lists show it, and what the check of the link shows of it. */
async function credentialAndCheck(service: Service): Promise<readonly [credential: Json, shown: Json]> {
  return [await linkedCredential(service), objectIn(await checkSharedLink(service))];
}

function sameMoment(member: string, other: string): Expectation {
  return async (exchange, service) => {
    const shown = objectIn(exchange)[member];
    const isSame = timeOf(shown) === timeOf((await linkedCredential(service))[other]);
    return holdsIf(isSame, `${member} is not the ${other} of the credential`, kindOf(shown));
  };
}
