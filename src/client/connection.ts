/** The methods of a connection: the specification's, one-to-one (section 4.3), and helpers for whole lists. */

import { checkFilters, checkObject, checkSegment, checkText, checkTexts } from './check-arguments.js';
import { InvalidArgumentError } from './errors.js';
import { type GenerateLinksOptions, type LinkResult, linksForAll, MOST_ITEMS } from './links.js';
import { type PagesOptions, readPages } from './pages.js';
import { type CallOptions, getRequest, postRequest, type QueryValue } from './request.js';
import type { Service } from './service.js';
import type * as Types from './types.js';

const ME = '/institutions/me';

/** A connection to the service as one institution. It obtains, caches and renews access tokens automatically. */
export class Connection {
  readonly #service: Service;

  /** @internal */
  constructor(service: Service) {
    this.#service = service;
  }

  /** One page of the institution's users (KYC data requests). `offset` is 0 by default, `limit` 10. */
  async getUsers(options: Types.GetUsersOptions = {}, call?: CallOptions): Promise<Types.UsersListResponse> {
    checkObject('options', options);
    return (await this.#get('getUsers', `${ME}/users`, call, {
      offset: 0,
      limit: 10,
      ...definedMembers(options),
    })) as Types.UsersListResponse;
  }

  /** One page of human scores: of the given parties, or of all approved users. */
  async getHumanScores(
    options: Types.GetHumanScoresOptions = {},
    call?: CallOptions,
  ): Promise<Types.HumanScoresListResponse> {
    checkFilters(options);
    return (await this.#get('getHumanScores', `${ME}/human-scores`, call, {
      ...options,
    })) as Types.HumanScoresListResponse;
  }

  /** Returns the human score of one party. */
  async getHumanScoreByPartyId(partyId: string, call?: CallOptions): Promise<Types.HumanScoreItem> {
    checkSegment('partyId', partyId);
    return (await this.#get('getHumanScoreByPartyId', `${ME}/human-scores`, call, {}, partyId)) as Types.HumanScoreItem;
  }

  /** One page of credentials: of the given parties, or of all. */
  async getCredentials(
    options: Types.GetCredentialsOptions = {},
    call?: CallOptions,
  ): Promise<Types.CredentialsListResponse> {
    checkFilters(options);
    return (await this.#get('getCredentials', `${ME}/credentials`, call, {
      ...options,
    })) as Types.CredentialsListResponse;
  }

  /** The credentials that one party has disclosed to the institution. */
  async getCredentialByPartyId(partyId: string, call?: CallOptions): Promise<Types.Credential[]> {
    checkSegment('partyId', partyId);
    return (await this.#get('getCredentialByPartyId', `${ME}/credentials`, call, {}, partyId)) as Types.Credential[];
  }

  /** Resolves credentials by exactly one of `q` (e-mail or username), `partyId` and `a` (alias). */
  async resolveCredentials(
    options: Types.ResolveCredentialsOptions,
    call?: CallOptions,
  ): Promise<Types.ResolveCredentialsResponse> {
    checkObject('options', options);
    const { q, partyId, a } = options;
    const [given, ...others] = Object.entries({ q, partyId, a }).filter(([, value]) => value !== undefined);
    if (given === undefined || others.length > 0)
      throw new InvalidArgumentError('resolveCredentials takes exactly one of q, partyId and a');
    checkText(...given);
    return (await this.#get('resolveCredentials', `${ME}/credentials/resolve`, call, {
      q,
      partyId,
      a,
    })) as Types.ResolveCredentialsResponse;
  }

  /** Resolves credentials by e-mail or username. */
  async resolve(query: string, call?: CallOptions): Promise<Types.ResolveCredentialsResponse> {
    checkText('query', query);
    return await this.resolveCredentials({ q: query }, call);
  }

  /** Resolves credentials by party ID. */
  async reverseResolve(partyId: string, call?: CallOptions): Promise<Types.ResolveCredentialsResponse> {
    checkText('partyId', partyId);
    return await this.resolveCredentials({ partyId }, call);
  }

  /** Requests that a party discloses its credentials of these providers. */
  async createCredentialsRequest(request: Types.CreateCredentialsRequestOptions, call?: CallOptions): Promise<void> {
    checkObject('request', request);
    const { partyId, providers } = request;
    checkText('partyId', partyId);
    checkTexts('providers', providers);
    if (providers.length === 0) throw new InvalidArgumentError('providers must contain at least one provider');
    await this.#service.do(
      postRequest(
        'createCredentialsRequest',
        this.#service.address(`${ME}/credentials/request`),
        { partyId, providers },
        call,
      ),
      call,
    );
  }

  /** Generates a short-lived verification link for a credential. */
  async generateVerificationLink(
    request: Types.GenerateVerificationLinkOptions,
    call?: CallOptions,
  ): Promise<Types.GenerateVerificationLinkResponse> {
    checkObject('request', request);
    const { contractId } = request;
    checkText('contractId', contractId);
    return (await this.#post(
      'generateVerificationLink',
      '/verification/generate-link',
      { contractId },
      call,
    )) as Types.GenerateVerificationLinkResponse;
  }

  /** Generates links for up to 100 credentials. A failed item has an `error` and does not fail the call. */
  async generateVerificationLinksBatch(
    batch: Types.GenerateVerificationLinksBatchOptions,
    call?: CallOptions,
  ): Promise<Types.BatchGenerateVerificationLinkResponse> {
    checkObject('batch', batch);
    const contractIds = Array.isArray(batch.requests)
      ? batch.requests.map((request: { contractId?: unknown } | null) => request?.contractId)
      : undefined;
    checkTexts('requests', contractIds);
    if (contractIds.length > MOST_ITEMS) {
      throw new InvalidArgumentError(
        `requests must have at most ${MOST_ITEMS} items, not ${contractIds.length}; generateVerificationLinks takes more`,
      );
    }
    const body = { requests: contractIds.map((contractId) => ({ contractId })) };
    return (await this.#post(
      'generateVerificationLinksBatch',
      '/verification/generate-links-batch',
      body,
      call,
    )) as Types.BatchGenerateVerificationLinkResponse;
  }

  /** Checks the status of a verification link. The endpoint is public: no access token is requested or sent. */
  async checkVerificationStatus(token: string, call?: CallOptions): Promise<Types.VerificationStatusResponse> {
    checkSegment('token', token);
    const request = getRequest('checkVerificationStatus', this.#service.address('/verification/check'), {}, token);
    return (await this.#service.readPublic(request, call)) as Types.VerificationStatusResponse;
  }

  /** Iterates over all users, page by page. See {@link PagesOptions}. */
  iterateUsers(
    options: Omit<Types.GetUsersOptions, 'offset' | 'limit'> & PagesOptions = {},
    call?: CallOptions,
  ): AsyncGenerator<Types.InstitutionUser, void, undefined> {
    return readPages(
      (page) => this.getUsers(page, call),
      options,
      ({ id }) => id,
    );
  }

  /** Iterates over all human scores, page by page. See {@link PagesOptions}. */
  iterateHumanScores(
    options: Omit<Types.GetHumanScoresOptions, 'offset' | 'limit'> & PagesOptions = {},
    call?: CallOptions,
  ): AsyncGenerator<Types.HumanScoreItem, void, undefined> {
    return readPages(
      (page) => this.getHumanScores(page, call),
      options,
      ({ partyId }) => partyId,
    );
  }

  /** Iterates over all credentials, page by page. See {@link PagesOptions}. */
  iterateCredentials(
    options: Omit<Types.GetCredentialsOptions, 'offset' | 'limit'> & PagesOptions = {},
    call?: CallOptions,
  ): AsyncGenerator<Types.Credential, void, undefined> {
    return readPages(
      (page) => this.getCredentials(page, call),
      options,
      ({ contractId }) => contractId,
    );
  }

  /** Generates links for any number of credentials, in batches of 100. Results are in the order of the contract IDs. */
  async generateVerificationLinks(
    contractIds: readonly string[],
    options: GenerateLinksOptions = {},
  ): Promise<LinkResult[]> {
    checkTexts('contractIds', contractIds);
    return await linksForAll(contractIds, (batch, call) => this.generateVerificationLinksBatch(batch, call), options);
  }

  async #get(
    operation: string,
    path: string,
    call: CallOptions | undefined,
    query: Readonly<Record<string, QueryValue>>,
    segment?: string,
  ): Promise<unknown> {
    return await this.#service.read(getRequest(operation, this.#service.address(path), query, segment), call);
  }

  async #post(operation: string, path: string, body: object, call: CallOptions | undefined): Promise<unknown> {
    return await this.#service.read(postRequest(operation, this.#service.address(path), body, call), call);
  }
}

/** Removes undefined members, so that they do not replace defaults. */
function definedMembers(members: object): Record<string, QueryValue> {
  return Object.fromEntries(
    Object.entries(members as Record<string, QueryValue>).filter(([, value]) => value !== undefined),
  );
}
