/** A connection: the methods of the specification, one-to-one (section 4.3), and helpers for whole lists. */

import type { List } from './lists.js';
import type { PagesOptions } from './pages.js';
import type { CallOptions, HeaderFields } from './settings/call-options.js';
import type { RawResponse } from './transport/transport.js';
import type * as Options from './options.js';
import type * as Types from './contract-types.js';

/**
 * The endpoints of the service. Each method sends one request, apart from retries. It rejects with an {@link APIError}
 * if the request fails, or with an {@link InvalidArgumentError} if an argument cannot be sent.
 */
export interface Endpoints {
  /** One page of the institution's users (KYC data requests). */
  getUsers(options?: Options.GetUsersOptions, call?: CallOptions): Promise<Types.UsersListResponse>;
  /** One page of human scores: of the given parties, or of all approved users. */
  getHumanScores(options?: Options.GetHumanScoresOptions, call?: CallOptions): Promise<Types.HumanScoresListResponse>;
  /** The human score of one party. */
  getHumanScoreByPartyId(partyId: string, call?: CallOptions): Promise<Types.HumanScoreItem>;
  /** One page of credentials: of the given parties, or of all. */
  getCredentials(options?: Options.GetCredentialsOptions, call?: CallOptions): Promise<Types.CredentialsListResponse>;
  /** The credentials that one party has disclosed to the institution. */
  getCredentialByPartyId(partyId: string, call?: CallOptions): Promise<Types.Credential[]>;
  /** Resolves credentials by exactly one of `q` (e-mail or username), `partyId` and `a` (alias). */
  resolveCredentials(
    options: Options.ResolveCredentialsOptions,
    call?: CallOptions,
  ): Promise<Types.ResolveCredentialsResponse>;
  /** Resolves credentials by e-mail or username. */
  resolve(query: string, call?: CallOptions): Promise<Types.ResolveCredentialsResponse>;
  /** Resolves credentials by party ID. */
  reverseResolve(partyId: string, call?: CallOptions): Promise<Types.ResolveCredentialsResponse>;
  /** Requests that a party discloses its credentials of these providers. */
  createCredentialsRequest(request: Options.CreateCredentialsRequestOptions, call?: CallOptions): Promise<void>;
  /** Generates a short-lived verification link for a credential. */
  generateVerificationLink(
    request: Options.GenerateVerificationLinkOptions,
    call?: CallOptions,
  ): Promise<Types.GenerateVerificationLinkResponse>;
  /** Generates links for up to 100 credentials. A failed item has an `error` and does not fail the call. */
  generateVerificationLinksBatch(
    batch: Options.GenerateVerificationLinksBatchOptions,
    call?: CallOptions,
  ): Promise<Types.BatchGenerateVerificationLinkResponse>;
  /** Checks the status of a verification link. The endpoint is public: no access token is requested or sent. */
  checkVerificationStatus(token: string, call?: CallOptions): Promise<Types.VerificationStatusResponse>;
  /**
   * Calls an endpoint that has no method here, with an access token. Returns the JSON object or array of the response;
   * undefined if the body is empty. `path` follows `/api/v1` and begins with a slash; encode what you put into it.
   */
  request<Data>(method: string, path: string, content?: Options.RequestContent, call?: CallOptions): Promise<Data>;
}

/** The value of a method, and the response that contained it. */
export interface WithResponse<Data> {
  readonly data: Data;
  readonly status: number;
  /** By lower-case name; without cookies. */
  readonly headers: HeaderFields;
  /** The service's request ID; undefined if the response has none. */
  readonly requestId: string | undefined;
  /** The response of `fetch`. Its body was already read, and is in `text`. */
  readonly response: RawResponse;
  readonly text: string;
}

/** The endpoints, each with its response. */
export type EndpointsWithResponse = {
  [Method in keyof Endpoints]: (
    ...parameters: Parameters<Endpoints[Method]>
  ) => Promise<WithResponse<Awaited<ReturnType<Endpoints[Method]>>>>;
};

/** Iterates over a list. */
export type Iterate<Filter, Item, OfPage> = (
  options?: Omit<Filter, 'limit'> & PagesOptions,
  call?: CallOptions,
) => List<Item, OfPage>;

/** The link for a contract ID, or an error. `cause` is set if the whole batch, or an earlier one, failed. */
export type LinkResult =
  | { contractId: string; result: Types.GenerateVerificationLinkResponse; error?: undefined }
  | { contractId: string; error: { message: string; cause?: unknown }; result?: undefined };
/** A connection to the service as one institution. It obtains, caches and renews access tokens automatically. */
export interface Connection extends Endpoints {
  /** The methods of this connection, which also return the status, headers, request ID and response. */
  withResponse(): EndpointsWithResponse;
  /** All users, page by page. See {@link PagesOptions}. */
  iterateUsers: Iterate<Options.GetUsersOptions, Types.InstitutionUser, Types.UsersListResponse>;
  /** All human scores, page by page. See {@link PagesOptions}. */
  iterateHumanScores: Iterate<Options.GetHumanScoresOptions, Types.HumanScoreItem, Types.HumanScoresListResponse>;
  /** All credentials, page by page. See {@link PagesOptions}. */
  iterateCredentials: Iterate<Options.GetCredentialsOptions, Types.Credential, Types.CredentialsListResponse>;
  /** Generates links for any number of credentials, in batches of 100. Results are in the order of the contract IDs. */
  generateVerificationLinks(contractIds: readonly string[], call?: CallOptions): Promise<LinkResult[]>;
}
