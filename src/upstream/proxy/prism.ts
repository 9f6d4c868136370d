/** Prism, an independent OpenAPI validator. It is an optional peer, loaded only when a proxy starts. */

import { pathToFileURL } from 'node:url';
import type * as PrismReader from '@stoplight/prism-http';
import type { IHttpRequest as PrismRequest } from '@stoplight/prism-http';
import type * as PrismValidator from '@stoplight/prism-http/dist/validator/index.js';
import { resolveOptionalPeer, type OptionalPeer } from '../../common/platform/optional-peer.js';

const PRISM: OptionalPeer = {
  name: '@stoplight/prism-http',
  oldest: '5.12',
  purpose: 'the validating proxy',
  install: 'npm install --save-dev @stoplight/prism-http@5.12.0',
};

/** The part of Prism that is used here. */
export type Prism = Pick<typeof PrismReader, 'getHttpOperationsFromSpec'> &
  Pick<typeof PrismValidator, 'validateSecurity' | 'validateInput' | 'validateOutput'>;

export type { PrismRequest };

/** An operation as Prism compiled it; `iid` is the `operationId`. */
export type PrismOperation = Awaited<ReturnType<Prism['getHttpOperationsFromSpec']>>[number];

/** The result of a check. */
export type PrismVerdict = ReturnType<Prism['validateInput'] | Prism['validateOutput']>;

/**
 * Loads Prism, which takes two thirds of a second.
 * @throws MissingPeerError if it is not installed
 */
export async function loadPrism(): Promise<Prism> {
  const [{ getHttpOperationsFromSpec }, { validateSecurity, validateInput, validateOutput }] = (await Promise.all(
    [PRISM.name, `${PRISM.name}/dist/validator/index.js`].map(
      (file) => import(pathToFileURL(resolveOptionalPeer(PRISM, file)).href),
    ),
  )) as [typeof PrismReader, typeof PrismValidator];
  return { getHttpOperationsFromSpec, validateSecurity, validateInput, validateOutput };
}
