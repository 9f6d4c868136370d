/** What checks observe of a verification link. */

import { isObject } from '../../../../common/json.js';
import { holdsIf, holdsUnless } from '../../check.js';
import { kindOf } from '../../describe-value.js';
import { describeExchange, type Json, objectIn, textIn, timeOf } from '../../exchange.js';
import type { Service } from '../../service.js';
import { haveMilliseconds } from '../credentials.js';
import { contractId, linkedCredential, sharedLink } from '../examples.js';
import type { CheckFunctions } from '../functions.js';
import { checkToken, createLink, tokenIn } from '../requests.js';

/** By freshness. Expired and blocked credentials are handled separately. */
const STANDING: ReadonlyMap<string, readonly [status: string, color: string]> = new Map(
  Object.entries<readonly [status: string, color: string]>({
    FRESH: ['strong', 'green'],
    MODERATE: ['moderate', 'amber'],
    STALE: ['weak', 'amber'],
    REVOKED: ['revoked', 'red'],
  }),
);

export const LINKS: CheckFunctions = {
  looks: {
    addressHasToken: (exchange) => {
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
    isOfCredential: async (exchange, _, service) => {
      const { contractId: returned } = objectIn(exchange);
      return holdsIf(returned === (await contractId(service)), 'contractId is different');
    },
    outlivesAnother: async (exchange, _, service) => {
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
    isMomentOf: async (exchange, { member, listed }: { member: string; listed: string }, service) => {
      const shown = objectIn(exchange)[member];
      const isSame = timeOf(shown) === timeOf((await linkedCredential(service))[listed]);
      return holdsIf(isSame, `${member} is not the ${listed} of the credential`, kindOf(shown));
    },
    linkTimesHaveMilliseconds: (exchange) => {
      const { issuedAt, expiredAt } = objectIn(exchange);
      return haveMilliseconds([issuedAt, expiredAt].filter((time) => time !== null));
    },
    /** Also after a server error, unlike other checks of a status. */
    isNotFound: (exchange) =>
      holdsIf(exchange.status === 404, `${describeExchange(exchange)}, not 404`, String(exchange.status)),
  },
  runs: {
    statusFollowsFromFreshness: async (service) => {
      const [{ freshness, kycStatus }, { status, color }] = await credentialAndCheck(service);
      const seen = `${kindOf(freshness, true)}: ${kindOf(status, true)}, ${kindOf(color, true)}`;
      const [expectedStatus, expectedColor] =
        kycStatus === 'EXPIRED' ? ['expired', 'red'] : (STANDING.get(String(freshness)) ?? []);
      return holdsIf(status === expectedStatus && color === expectedColor, `found ${seen}`, seen);
    },
    isActiveWhileValid: async (service) => {
      const [{ freshness, kycStatus }, { isActive }] = await credentialAndCheck(service);
      const isValid = ['APPROVED', 'SUCCESSFUL'].includes(String(kycStatus)) && freshness !== 'REVOKED';
      return holdsIf(isActive === isValid, `isActive is ${kindOf(isActive)}`, kindOf(isActive));
    },
    showsProvider: async (service) => {
      const [{ provider }, { kycProvider }] = await credentialAndCheck(service);
      const seen = kindOf(kycProvider, true);
      const why = `kycProvider is ${seen}, the provider is ${kindOf(provider, true)}`;
      return holdsIf(provider === kycProvider, why, seen);
    },
    showsMetadata: async (service) => {
      const [{ metadata }, { credentialData }] = await credentialAndCheck(service);
      if (!isObject(credentialData) || !isObject(metadata))
        return holdsIf(credentialData === null, `credentialData is ${kindOf(credentialData)}`);
      const others = Object.keys(credentialData).filter((name) => credentialData[name] !== metadata[name]);
      return holdsUnless(others.map((name) => `${kindOf(name, true)} is different`));
    },
  },
};

/** The credential of the shared link as the lists show it, and what the check of the link shows of it. */
async function credentialAndCheck(service: Service): Promise<readonly [credential: Json, shown: Json]> {
  const credential = await linkedCredential(service);
  return [credential, objectIn(await checkToken(service, tokenIn(await sharedLink(service))))];
}
