/** A link of the suite's own: made when it is first needed, from a credential that the institution may see. */

import type { Need } from '../check.js';
import type { Exchange } from '../exchange.js';
import { NothingToCheck } from '../finding.js';
import { objectIn, textIn, type Json } from '../read-answer.js';
import { contractId, credentialsOfParty, firstCredential } from '../sample.js';
import type { Service } from '../service.js';

/** What every check needs that makes a link. */
export const WRITES: readonly Need[] = ['write'];

/** The answer that made the link; the same one for all checks of a run. */
export async function madeLink(service: Service): Promise<Exchange> {
  return await service.ask('generateVerificationLink', {
    body: { contractId: await contractId(service) },
    isShared: true,
  });
}

/** Makes another link for the same credential. */
export async function anotherLink(service: Service): Promise<Exchange> {
  return await service.ask('generateVerificationLink', { body: { contractId: await contractId(service) } });
}

/** The public check of the link, without a token. */
export async function checkedLink(service: Service): Promise<Exchange> {
  return await service.ask('checkVerificationStatus', {
    path: { token: textIn(objectIn(await madeLink(service)), 'token') },
  });
}

/**
 * The credential behind the link, as the lists show it.
 * @throws NothingToCheck where they do not
 */
export async function linkedCredential(service: Service): Promise<Json> {
  const id = await contractId(service);
  const credential = [await firstCredential(service), ...(await credentialsOfParty(service))].find(
    (one) => one['contractId'] === id,
  );
  if (credential === undefined)
    throw new NothingToCheck("the credential of --contract-id is not among its party's; name that with --party-id");
  return credential;
}
