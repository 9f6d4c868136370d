/** A connection: the methods of the specification, one-to-one (section 4.3), and helpers for whole lists. */

import type { LinkResult } from './links.js';
import type { PagesOptions } from './lists.js';
import type { CallOptions, HeaderFields } from './settings.js';
import type * as Options from './options.js';
import type * as Types from './types.js';

/** The endpoints of the service. */
export interface Endpoints {
  /**
   * One page of the institution's users (KYC data requests).
   * @throws {@link APIError} if the request fails, {@link InvalidArgumentError} for an argument that cannot be sent
   */
  getUsers(options?: Options.GetUsersOptions, call?: CallOptions): Promise<Types.UsersListResponse>;

  /**
   * One page of human scores: of the given parties, or of all approved users.
   * @throws {@link APIError} if the request fails, {@link InvalidArgumentError} for an argument that cannot be sent
   */
  getHumanScores(options?: Options.GetHumanScoresOptions, call?: CallOptions): Promise<Types.HumanScoresListResponse>;

  /**
   * The human score of one party.
   * @throws {@link APIError} if the request fails, {@link InvalidArgumentError} for an argument that cannot be sent
   */
  getHumanScoreByPartyId(partyId: string, call?: CallOptions): Promise<Types.HumanScoreItem>;

  /**
   * One page of credentials: of the given parties, or of all.
   * @throws {@link APIError} if the request fails, {@link InvalidArgumentError} for an argument that cannot be sent
   */
  getCredentials(options?: Options.GetCredentialsOptions, call?: CallOptions): Promise<Types.CredentialsListResponse>;

  /**
   * The credentials that one party has disclosed to the institution.
   * @throws {@link APIError} if the request fails, {@link InvalidArgumentError} for an argument that cannot be sent
   */
  getCredentialByPartyId(partyId: string, call?: CallOptions): Promise<Types.Credential[]>;

  /**
   * Resolves credentials by exactly one of `q` (e-mail or username), `partyId` and `a` (alias).
   * @throws {@link APIError} if the request fails, {@link InvalidArgumentError} for an argument that cannot be sent
   */
  resolveCredentials(
    options: Options.ResolveCredentialsOptions,
    call?: CallOptions,
  ): Promise<Types.ResolveCredentialsResponse>;

  /**
   * Resolves credentials by e-mail or username.
   * @throws {@link APIError} if the request fails, {@link InvalidArgumentError} for an argument that cannot be sent
   */
  resolve(query: string, call?: CallOptions): Promise<Types.ResolveCredentialsResponse>;

  /**
   * Resolves credentials by party ID.
   * @throws {@link APIError} if the request fails, {@link InvalidArgumentError} for an argument that cannot be sent
   */
  reverseResolve(partyId: string, call?: CallOptions): Promise<Types.ResolveCredentialsResponse>;

  /**
   * Requests that a party discloses its credentials of these providers.
   * @throws {@link APIError} if the request fails, {@link InvalidArgumentError} for an argument that cannot be sent
   */
  createCredentialsRequest(request: Options.CreateCredentialsRequestOptions, call?: CallOptions): Promise<void>;

  /**
   * Generates a short-lived verification link for a credential.
   * @throws {@link APIError} if the request fails, {@link InvalidArgumentError} for an argument that cannot be sent
   */
  generateVerificationLink(
    request: Options.GenerateVerificationLinkOptions,
    call?: CallOptions,
  ): Promise<Types.GenerateVerificationLinkResponse>;

  /**
   * Generates links for up to 100 credentials. A failed item has an `error` and does not fail the call.
   * @throws {@link APIError} if the request fails, {@link InvalidArgumentError} for an argument that cannot be sent
   */
  generateVerificationLinksBatch(
    batch: Options.GenerateVerificationLinksBatchOptions,
    call?: CallOptions,
  ): Promise<Types.BatchGenerateVerificationLinkResponse>;

  /**
   * Checks the status of a verification link. The endpoint is public: no access token is requested or sent.
   * @throws {@link APIError} if the request fails, {@link InvalidArgumentError} for an argument that cannot be sent
   */
  checkVerificationStatus(token: string, call?: CallOptions): Promise<Types.VerificationStatusResponse>;
}

/** What a method returns, and the response that it came with. */
export interface WithResponse<Data> {
  readonly data: Data;
  readonly status: number;
  /** By lower-case name; without cookies. */
  readonly headers: HeaderFields;
  /** The service's request ID; undefined if the response has none. */
  readonly requestId: string | undefined;
}

/** The endpoints, each with its response. */
export type EndpointsWithResponse = {
  [Method in keyof Endpoints]: (
    ...parameters: Parameters<Endpoints[Method]>
  ) => Promise<WithResponse<Awaited<ReturnType<Endpoints[Method]>>>>;
};

/** A connection to the service as one institution. It obtains, caches and renews access tokens automatically. */
export interface Connection extends Endpoints {
  /** The same methods, which return the status, headers and request ID as well; of several requests, those of the last. */
  withResponse(): EndpointsWithResponse;

  /**
   * Iterates over all users, page by page. See {@link PagesOptions}.
   * @throws {@link APIError} if a request fails, {@link InvalidArgumentError} for an argument that cannot be sent
   */
  iterateUsers(
    options?: Omit<Options.GetUsersOptions, 'offset' | 'limit'> & PagesOptions,
    call?: CallOptions,
  ): AsyncGenerator<Types.InstitutionUser, void, undefined>;

  /**
   * Iterates over all human scores, page by page. See {@link PagesOptions}.
   * @throws {@link APIError} if a request fails, {@link InvalidArgumentError} for an argument that cannot be sent
   */
  iterateHumanScores(
    options?: Omit<Options.GetHumanScoresOptions, 'offset' | 'limit'> & PagesOptions,
    call?: CallOptions,
  ): AsyncGenerator<Types.HumanScoreItem, void, undefined>;

  /**
   * Iterates over all credentials, page by page. See {@link PagesOptions}.
   * @throws {@link APIError} if a request fails, {@link InvalidArgumentError} for an argument that cannot be sent
   */
  iterateCredentials(
    options?: Omit<Options.GetCredentialsOptions, 'offset' | 'limit'> & PagesOptions,
    call?: CallOptions,
  ): AsyncGenerator<Types.Credential, void, undefined>;

  /**
   * Generates links for any number of credentials, in batches of 100. Results are in the order of the contract IDs.
   * @throws {@link APIError} if the first batch fails, {@link InvalidArgumentError} for an argument that cannot be sent
   */
  generateVerificationLinks(contractIds: readonly string[], call?: CallOptions): Promise<LinkResult[]>;
}
