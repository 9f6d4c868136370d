/** Prism, an independent reader of OpenAPI: an optional peer, loaded when a proxy starts and by nothing else. */

import { pathToFileURL } from 'node:url';
import { resolveOptionalPeer, type OptionalPeer } from '../platform/optional-peer.js';

const PRISM: OptionalPeer = {
  name: '@stoplight/prism-http',
  purpose: 'the validating proxy',
  install: 'npm install --save-dev @stoplight/prism-http@5.12.0',
};

/** An operation as Prism reads it; the rest of it is Prism's own business. */
export interface PrismOperation {
  /** The `operationId`. */
  readonly iid: string;
  /** Without what the servers put before it. */
  readonly path: string;
}

/** What Prism objects to. */
export interface PrismObjection {
  readonly message: string;
  readonly code?: string | number;
  /** Where in the message: `['body', 'items', '0', 'kycStatus']`. */
  readonly path?: readonly (string | number)[];
}

/** The result of a check. */
export type PrismVerdict =
  { readonly _tag: 'Right' } | { readonly _tag: 'Left'; readonly left: readonly PrismObjection[] };

/** A request as Prism wants it. */
export interface PrismRequest {
  readonly method: string;
  readonly url: { readonly path: string; readonly query: Readonly<Record<string, string | string[]>> };
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** An answer as Prism wants it. */
export interface PrismAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The part of Prism that is used here. Its own types need packages that users may not have. */
export interface Prism {
  /** Reads a document; references in it are resolved in place. */
  getHttpOperationsFromSpec(document: object): Promise<readonly PrismOperation[]>;
  validateSecurity(check: { resource: PrismOperation; element: PrismRequest }): PrismVerdict;
  validateInput(check: { resource: PrismOperation; element: PrismRequest }): PrismVerdict;
  validateOutput(check: { resource: PrismOperation; element: PrismAnswer }): PrismVerdict;
}

/**
 * Loads Prism, which takes two thirds of a second.
 * @throws MissingPeerError where it is not installed
 */
export async function loadPrism(): Promise<Prism> {
  const [reader, validator] = (await Promise.all(
    [PRISM.name, `${PRISM.name}/dist/validator/index.js`].map(
      (file) => import(pathToFileURL(resolveOptionalPeer(PRISM, file)).href),
    ),
  )) as [Pick<Prism, 'getHttpOperationsFromSpec'>, Omit<Prism, 'getHttpOperationsFromSpec'>];
  return {
    getHttpOperationsFromSpec: (document) => reader.getHttpOperationsFromSpec(document),
    validateSecurity: (check) => validator.validateSecurity(check),
    validateInput: (check) => validator.validateInput(check),
    validateOutput: (check) => validator.validateOutput(check),
  };
}
