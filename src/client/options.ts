/** The arguments of a connection's methods (specification, sections 4.2 and 4.3). */

import type { KycStatus, Provider, RequestStatus, UserStatus } from './contract-types.js';
import type { OpenEnum } from './types.js';

/** The part of a list that is wanted. */
export interface PageOptions {
  /** The number of items to skip. Default: 0. */
  readonly offset?: number | undefined;
  /** The maximum number of items on a page. Default: 10 for users; otherwise the service decides. */
  readonly limit?: number | undefined;
}

/** Filters and order of the users list. */
export interface GetUsersOptions extends PageOptions {
  /** The member to order by. */
  readonly orderBy?:
    OpenEnum<'id' | 'fullName' | 'email' | 'regDate' | 'kycStatus' | 'reqStatus' | 'status'> | undefined;
  readonly orderType?: OpenEnum<'ASC' | 'DESC' | 'asc' | 'desc'> | undefined;
  readonly status?: UserStatus | undefined;
  readonly reqStatus?: RequestStatus | undefined;
  readonly kycStatus?: KycStatus | undefined;
  /** A part of full name, e-mail or party ID. */
  readonly search?: string | undefined;
}

/** Filters of human scores and credentials. */
export interface ListOptions extends PageOptions {
  /** Only these parties. A URL carries about 50; the iterators take any number. */
  readonly partyIds?: readonly string[] | undefined;
  /** Only parties with these registered e-mails, or with one of `partyIds`. Services before April 2026 ignore it. */
  readonly emails?: readonly string[] | undefined;
}

/** Filters of the human scores. */
export type GetHumanScoresOptions = ListOptions;
/** Filters of the credentials. */
export type GetCredentialsOptions = ListOptions;
/**
 * Exactly one of the three: an e-mail or username, a party ID, or an alias (`alice` or `alice.5n.xyz`). Services before
 * April 2026 refuse an alias with 400.
 */
export type ResolveCredentialsOptions =
  | { readonly q: string; readonly partyId?: undefined; readonly a?: undefined }
  | { readonly partyId: string; readonly q?: undefined; readonly a?: undefined }
  | { readonly a: string; readonly q?: undefined; readonly partyId?: undefined };
/** The party and the providers whose credentials are requested. */
export interface CreateCredentialsRequestOptions {
  readonly partyId: string;
  readonly providers: readonly Provider[];
}

/** The credential to generate a link for. */
export interface GenerateVerificationLinkOptions {
  readonly contractId: string;
}

/** The credentials to generate links for, at most 100. */
export interface GenerateVerificationLinksBatchOptions {
  readonly requests: readonly GenerateVerificationLinkOptions[];
}

/** What the method `request` sends. */
export interface RequestContent {
  /** Parameters by name. A parameter with an array is repeated. */
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** Sent as JSON. Not with GET. */
  readonly body?: unknown;
}
