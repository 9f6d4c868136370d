/** Prism, an independent OpenAPI validator. It is an optional peer, loaded only when a proxy starts. */

import { pathToFileURL } from 'node:url';
import { resolveOptionalPeer, type OptionalPeer } from '../../common/platform/optional-peer.js';

const PRISM: OptionalPeer = {
  name: '@stoplight/prism-http',
  oldest: '5.12',
  purpose: 'the validating proxy',
  install: 'npm install --save-dev @stoplight/prism-http@5.12.0',
};

/** The part of Prism's operation that is used here. */
export interface PrismOperation {
  /** The `operationId`. */
  readonly iid: string;
}

/** A violation that Prism reports. */
export interface PrismViolation {
  readonly message: string;
  readonly code?: string | number;
  /** Where in the message: `['body', 'items', '0', 'kycStatus']`. */
  readonly path?: readonly (string | number)[];
}

/** The result of a check. */
export type PrismVerdict =
  { readonly _tag: 'Right' } | { readonly _tag: 'Left'; readonly left: readonly PrismViolation[] };

/** A request in Prism's form. */
export interface PrismRequest {
  readonly method: string;
  readonly url: { readonly path: string; readonly query: Readonly<Record<string, string | string[]>> };
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A response in Prism's form. */
export interface PrismResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The part of Prism that is used here. Its own types need packages that users may not have. */
export interface Prism {
  /** Parses a document and resolves its references in place. */
  getHttpOperationsFromSpec(document: object): Promise<readonly PrismOperation[]>;
  validateSecurity(check: { resource: PrismOperation; element: PrismRequest }): PrismVerdict;
  validateInput(check: { resource: PrismOperation; element: PrismRequest }): PrismVerdict;
  validateOutput(check: { resource: PrismOperation; element: PrismResponse }): PrismVerdict;
}

/**
 * Loads Prism, which takes two thirds of a second.
 * @throws MissingPeerError if it is not installed
 */
export async function loadPrism(): Promise<Prism> {
  const [reader, validator] = (await Promise.all(
    [PRISM.name, `${PRISM.name}/dist/validator/index.js`].map(
      (file) => import(pathToFileURL(resolveOptionalPeer(PRISM, file)).href),
    ),
  )) as [Pick<Prism, 'getHttpOperationsFromSpec'>, Omit<Prism, 'getHttpOperationsFromSpec'>];
  const { getHttpOperationsFromSpec } = reader;
  const { validateSecurity, validateInput, validateOutput } = validator;
  return { getHttpOperationsFromSpec, validateSecurity, validateInput, validateOutput };
}
