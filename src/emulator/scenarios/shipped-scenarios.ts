/** The shipped scenarios with their parameters, as types. Written by "npm run docs" from `scenarios/` and the contract. */

/** Parameters by scenario. Durations are texts such as `2s` or `PT2S`. */
export interface ShippedScenarios {
  /** A gateway returns 502 with an HTML page, then service is normal again. */
  readonly 'bad-gateway': {
    /** How many calls pass before the fault starts. Default: 0. */
    readonly after?: number;
    /** How many calls in a row then fail. Default: 1. */
    readonly times?: number;
    /** Whether the operation was carried out before the failure (kept) or not (none). Default: "none". */
    readonly effect?: 'none' | 'kept';
  };
  /** The response to a batch contains its first item twice. */
  readonly 'batch-duplicate-items': Readonly<Record<string, never>>;
  /** Some items of a batch of links fail, each with its own error; the others succeed. */
  readonly 'batch-partial-failure': {
    /** The positions of the items that fail, counted from 0. */
    readonly indexes?: string | number | readonly number[];
    /** The contract IDs of the items that fail. */
    readonly contracts?: string | readonly string[];
    /** The share of the items that fails if neither positions nor contract IDs are given. At least one item fails unless the share is 0. Default: 0.5. */
    readonly share?: number;
  };
  /** The response to a batch contains the results in the opposite order. */
  readonly 'batch-reordered-items': Readonly<Record<string, never>>;
  /** A batch of links takes long, as if one item were slow. */
  readonly 'batch-slow': {
    /** How long the response is delayed. Default: 3000 ms. */
    readonly delay?: string;
  };
  /** Every item of a batch of links fails, but the response is 200. */
  readonly 'batch-total-failure': Readonly<Record<string, never>>;
  /** The connection ends in the middle of the body. */
  readonly 'body-cut': {
    /** How many calls pass before the fault starts. Default: 0. */
    readonly after?: number;
    /** How many calls in a row are then affected. Default: 1. */
    readonly times?: number;
    /** After how many bytes of the body. Half of the body if left out. */
    readonly bytes?: number;
  };
  /** After each page, other approved data requests arrive, so that the items move to later offsets. */
  readonly 'changing-pages': {
    /** How many data requests arrive after each page. Default: 1. */
    readonly items?: number;
  };
  /** The credential behind a link has been archived. */
  readonly 'check-archived': Readonly<Record<string, never>>;
  /** The credential behind a link has been revoked. */
  readonly 'check-revoked': Readonly<Record<string, never>>;
  /** The public check returns the requested status and color. */
  readonly 'check-status': {
    /** The status. Default: "weak". */
    readonly status?: 'strong' | 'moderate' | 'weak' | 'archived' | 'revoked' | 'expired' | 'not_found';
    /** The color. Default: "amber". */
    readonly color?: 'green' | 'amber' | 'red';
    /** Whether the credential is active. Default: true. */
    readonly active?: boolean;
    /** The message. Default: "As asked for.". */
    readonly message?: string;
  };
  /** The credential behind a link has been superseded by a newer one. */
  readonly 'check-superseded': Readonly<Record<string, never>>;
  /** A link is valid for some checks, then it has expired and the check returns 404. */
  readonly 'check-token-expired': {
    /** How many checks succeed first. Default: 1. */
    readonly after?: number;
  };
  /** The public check recognizes no link token and returns 404. */
  readonly 'check-token-unknown': Readonly<Record<string, never>>;
  /** The chunked encoding becomes invalid in the middle of the body. */
  readonly 'chunks-broken': {
    /** How many calls pass before the fault starts. Default: 0. */
    readonly after?: number;
    /** How many calls in a row are then affected. Default: 1. */
    readonly times?: number;
  };
  /** The token endpoint rejects valid client credentials. */
  readonly 'client-refused': {
    /** The error code. Some authorization servers send unauthorized_client. Default: "invalid_client". */
    readonly error?: 'invalid_client' | 'unauthorized_client';
  };
  /** The connection is closed without a response. */
  readonly 'connection-closed': {
    /** How many calls pass before the fault starts. Default: 0. */
    readonly after?: number;
    /** How many calls in a row are then affected. Default: 1. */
    readonly times?: number;
    /** Whether the operation was carried out before the failure (kept) or not (none). Default: "kept". */
    readonly effect?: 'kept' | 'none';
  };
  /** The connection is reset without a response. */
  readonly 'connection-reset': {
    /** How many calls pass before the fault starts. Default: 0. */
    readonly after?: number;
    /** How many calls in a row are then affected. Default: 1. */
    readonly times?: number;
    /** Whether the operation was carried out before the failure (kept) or not (none). Default: "kept". */
    readonly effect?: 'kept' | 'none';
  };
  /** A request arrives twice, as a proxy that repeats it delivers it; the client gets the second response. */
  readonly 'delivered-twice': Readonly<Record<string, never>>;
  /** The body arrives in small pieces. */
  readonly drip: {
    /** The size of a piece in bytes. Default: 100. */
    readonly bytes?: number;
    /** The pause between two pieces. Default: 50 ms. */
    readonly every?: string;
  };
  /** The body is empty although the contract requires one. */
  readonly 'empty-body': {
    /** How many calls pass before the fault starts. Default: 0. */
    readonly after?: number;
    /** How many calls in a row are then affected. Default: 1. */
    readonly times?: number;
  };
  /** Every list is empty, and its total is 0. */
  readonly 'empty-lists': Readonly<Record<string, never>>;
  /** Every object has a member that the contract does not define. */
  readonly 'extra-members': Readonly<Record<string, never>>;
  /** Calls that concern one party fail with 500; all others succeed. */
  readonly 'failing-party': {
    /** The party ID. Without it, all calls fail. */
    readonly party?: string;
  };
  /** Some calls fail with 500, chosen at random from the sandbox's seed. */
  readonly flaky: {
    /** The probability that a call fails. Default: 0.2. */
    readonly share?: number;
  };
  /** A gateway times out and returns 504 with a line of text, then service is normal again. */
  readonly 'gateway-timeout': {
    /** How many calls pass before the fault starts. Default: 0. */
    readonly after?: number;
    /** How many calls in a row then fail. Default: 1. */
    readonly times?: number;
    /** Whether the operation was carried out before the failure (kept) or not (none). Default: "none". */
    readonly effect?: 'none' | 'kept';
  };
  /** The response is 200 with an HTML page, as a captive portal sends it. */
  readonly 'html-page': {
    /** How many calls pass before the fault starts. Default: 0. */
    readonly after?: number;
    /** How many calls in a row are then affected. Default: 1. */
    readonly times?: number;
  };
  /** A page contains more items than requested. */
  readonly 'huge-page': {
    /** The maximum number of items on the page. Default: 500. */
    readonly limit?: number;
  };
  /** The access token is valid, but the institution is suspended, so the response is 403. */
  readonly 'institution-suspended': {
    /** How many calls in a row are refused. Without it, all are. */
    readonly times?: number;
  };
  /** Every response is delayed by a random time. */
  readonly latency: {
    /** The shortest delay. Default: 100 ms. */
    readonly from?: string;
    /** The longest delay. Default: 500 ms. */
    readonly to?: string;
  };
  /** Most responses are fast, a few are very slow. */
  readonly 'latency-tail': {
    /** The median delay. Default: 50 ms. */
    readonly median?: string;
    /** The standard deviation of the logarithm of the delay. Default: 1. */
    readonly spread?: number;
  };
  /** The body is JSON that ends too early. */
  readonly 'malformed-json': {
    /** How many calls pass before the fault starts. Default: 0. */
    readonly after?: number;
    /** How many calls in a row are then affected. Default: 1. */
    readonly times?: number;
  };
  /** A request is read, but no response is sent. */
  readonly 'no-answer': {
    /** How many calls pass before the fault starts. Default: 0. */
    readonly after?: number;
    /** How many calls in a row are then affected. Default: 1. */
    readonly times?: number;
    /** Whether the operation was carried out before the failure (kept) or not (none). Default: "kept". */
    readonly effect?: 'kept' | 'none';
  };
  /** Texts contain accents, East Asian characters, an emoji and a right-to-left mark. */
  readonly 'non-ascii': Readonly<Record<string, never>>;
  /** Every nullable member is null. */
  readonly nulls: Readonly<Record<string, never>>;
  /** Every number is a string. */
  readonly 'numbers-as-strings': Readonly<Record<string, never>>;
  /** Error responses have a body of another shape; other responses are unchanged. */
  readonly 'other-error-shape': Readonly<Record<string, never>>;
  /** Members and lists of a response change within the contract. */
  readonly 'other-values': {
    /** What changes: an operation, a place, and one of value, null, absent, shorter, longer, reordered, smaller-page, as in "getUsers:items[].email:null". Default: every value changes. */
    readonly changes?: string | readonly string[];
  };
  /** Some calls pass, the next ones are refused with 429 and Retry-After, then service is normal again. */
  readonly 'rate-limit-burst': {
    /** How many calls pass before the fault starts. Default: 0. */
    readonly after?: number;
    /** How many calls in a row are then refused. Default: 3. */
    readonly burst?: number;
    /** The value of Retry-After in seconds. Default: 1. */
    readonly 'retry-after'?: number;
  };
  /** Each client may send a limited number of requests per window; further requests are refused with 429. */
  readonly 'rate-limit-steady': {
    /** The number of requests that each client may send per window. Default: 5. */
    readonly requests?: number;
    /** The length of a window by the sandbox's clock. Default: 10000 ms. */
    readonly per?: string;
    /** The form of Retry-After. Default: "seconds". */
    readonly 'retry-after'?: 'seconds' | 'date' | 'absent' | 'wrong';
    /** Whether RateLimit and RateLimit-Policy are sent. Default: false. */
    readonly fields?: boolean;
  };
  /** Like rate-limit-steady, but Retry-After is an HTTP date. */
  readonly 'rate-limit-with-date': {
    /** The number of requests that each client may send per window. Default: 5. */
    readonly requests?: number;
    /** The length of a window by the sandbox's clock. Default: 10000 ms. */
    readonly per?: string;
  };
  /** Like rate-limit-burst, but the 429 has no Retry-After. */
  readonly 'rate-limit-without-retry-after': {
    /** How many calls pass before the fault starts. Default: 0. */
    readonly after?: number;
    /** How many calls in a row are then refused. Default: 3. */
    readonly burst?: number;
  };
  /** The party approves a credentials request after a while, and its credentials become visible. */
  readonly 'request-approved-later': {
    /** The delay by the sandbox's clock. Default: 30000 ms. */
    readonly after?: string;
  };
  /** The party rejects a credentials request after a while. */
  readonly 'request-rejected-later': {
    /** The delay by the sandbox's clock. Default: 30000 ms. */
    readonly after?: string;
  };
  /** The party or the credential that a call is about has become unknown, so the response is 404. */
  readonly 'resource-unknown': {
    /** How many calls in a row return 404. Without it, all do. */
    readonly times?: number;
  };
  /** The first active credential of a list is revoked right after it was listed. */
  readonly 'revoked-after-listing': Readonly<Record<string, never>>;
  /** The first two calls fail with 429, the third with 500, then service is normal. */
  readonly 'rough-start': Readonly<Record<string, never>>;
  /** Some calls pass, the next ones fail with 500, then service is normal again. */
  readonly 'server-error': {
    /** How many calls pass before the fault starts. Default: 0. */
    readonly after?: number;
    /** How many calls in a row then fail. Default: 1. */
    readonly times?: number;
    /** Whether the operation was carried out before the failure (kept) or not (none). Default: "none". */
    readonly effect?: 'none' | 'kept';
  };
  /** The service returns 503 with Retry-After, then service is normal again. */
  readonly 'service-unavailable': {
    /** How many calls pass before the fault starts. Default: 0. */
    readonly after?: number;
    /** How many calls in a row then fail. Default: 1. */
    readonly times?: number;
    /** The value of Retry-After in seconds. Default: 1. */
    readonly 'retry-after'?: number;
  };
  /** Access tokens expire after seconds instead of an hour. */
  readonly 'short-lived-token': {
    /** The lifetime of a token in seconds. Default: 5. */
    readonly seconds?: number;
  };
  /** Pages contain fewer items than requested, although there are more. */
  readonly 'short-page': {
    /** The maximum number of items on a page. Default: 3. */
    readonly limit?: number;
    /** How many pages in a row are short. Without it, all are. */
    readonly times?: number;
  };
  /** The headers arrive at once, the body later. */
  readonly 'slow-body': {
    /** How much later the body arrives. Default: 2000 ms. */
    readonly delay?: string;
  };
  /** A credentials request is accepted, but appears in the users list only later. */
  readonly 'stale-reads': {
    /** The delay by the sandbox's clock. Default: 30000 ms. */
    readonly after?: string;
  };
  /** The token endpoint returns 503 with Retry-After, then service is normal again. */
  readonly 'token-endpoint-down': {
    /** How many calls in a row then fail. Default: 1. */
    readonly times?: number;
    /** The value of Retry-After in seconds. Default: 1. */
    readonly 'retry-after'?: number;
  };
  /** The token endpoint responds slowly. */
  readonly 'token-endpoint-slow': {
    /** How long the response is delayed. Default: 2000 ms. */
    readonly delay?: string;
  };
  /** Some token requests pass, the next ones are refused with 429 and Retry-After, then service is normal again. */
  readonly 'token-endpoint-throttled': {
    /** How many token requests pass before the fault starts. Default: 0. */
    readonly after?: number;
    /** How many token requests in a row are then refused. Default: 3. */
    readonly burst?: number;
    /** The value of Retry-After in seconds. Default: 1. */
    readonly 'retry-after'?: number;
  };
  /** The access token is treated as expired, so the response is 401. */
  readonly 'token-expired': Readonly<Record<string, never>>;
  /** Some pages of a list arrive, then the access token has expired; a new token reads the rest of the list. */
  readonly 'token-expires-while-paging': {
    /** How many pages arrive first. Default: 2. */
    readonly after?: number;
  };
  /** The access token is treated as one that was never issued, so the response is 401. */
  readonly 'token-malformed': Readonly<Record<string, never>>;
  /** The access token is treated as one of another client or network, so the response is 401. */
  readonly 'token-of-another-client': Readonly<Record<string, never>>;
  /** The access token is revoked by the first call and stays revoked; a new token works. */
  readonly 'token-revoked': {
    /** How many calls pass before the fault starts. Default: 0. */
    readonly after?: number;
  };
  /** So many calls in a row are refused with 401, whatever their access token; then tokens are accepted again. */
  readonly 'tokens-refused': {
    /** How many calls in a row are refused. Default: 3. */
    readonly times?: number;
  };
  /** Every enumeration has a value that the contract does not define. */
  readonly 'unknown-enum-values': Readonly<Record<string, never>>;
  /** The service behaves differently where the contract is a guess: other statuses, bodies or limits. */
  readonly variant: {
    /** Breaks clients that also send parameters of other endpoints or of later revisions. */
    readonly 'unknown-parameter'?: 'ignored' | 'refused';
    /** Breaks clients that send whole objects of their own as a body. */
    readonly 'unknown-member'?: 'ignored' | 'refused';
    /** Breaks clients and gateways that append a parameter to a URL that has it already. */
    readonly 'repeated-parameter'?: 'refused' | 'first' | 'last';
    /** Breaks clients that tell a wrong address from a wrong method by the status. */
    readonly 'wrong-method'?: '405' | '404';
    /** Breaks nothing by itself: clients that add a slash work only there. */
    readonly 'trailing-slash'?: 'refused' | 'tolerated';
    /** Breaks nothing by itself: clients with a misspelt path work only there. */
    readonly 'path-case'?: 'significant' | 'ignored';
    /** Breaks clients that take 401 as a sign that the address is right, and request new tokens for a wrong one. */
    readonly 'order-of-checks'?: 'path-first' | 'token-first';
    /** Breaks designs that rely on browsers keeping the API from web pages. */
    readonly preflight?: '405' | '204';
    /** Breaks clients that send empty parameters and rely on an error. */
    readonly 'empty-parameter'?: 'refused' | 'ignored';
    /** Breaks clients that accept gzip without decoding it, or compare Content-Length with the length of the text. */
    readonly compression?: 'none' | 'gzip';
    /** Breaks clients that take a request ID in a response for their own, or expect none. */
    readonly 'request-id'?: 'absent' | 'x-request-id';
    /** Breaks clients that leave the token to an OAuth library: most use HTTP Basic unless they are told otherwise. */
    readonly 'client-basic'?: 'accepted' | 'refused';
    /** Breaks clients that add it to a time: 0 + "3600" is text. */
    readonly 'token-expires-in'?: 'number' | 'string';
    /** Breaks clients that compare it with case: RFC 6749 section 5.1 says that case does not matter. */
    readonly 'token-type'?: 'title-case' | 'lower-case';
    /** Breaks clients that use the code or the status to tell wrong credentials from a temporary failure. */
    readonly 'bad-client'?: 'invalid_client' | 'unauthorized_client' | 'bad-request';
    /** Breaks clients that parse it as a number, or do not wait if it is absent. */
    readonly 'retry-after'?: 'seconds' | 'date' | 'absent';
    /** Breaks clients that read the users list right after the request, and expect the new row. */
    readonly 'request-visibility'?: 'at-once' | 'later';
    /** Breaks clients that count rows as requests, or look for the row of a provider. */
    readonly 'users-row'?: 'request' | 'party';
    /** Breaks clients that request pages of a fixed size, or take a short page as the last one. */
    readonly 'max-limit'?: '100' | '20' | '50';
    /** Breaks clients that compute the next offset from the page size that they requested, not from the one that they got. */
    readonly 'over-limit'?: 'refused' | 'clamped';
    /** Breaks clients that rely on an error for a filter that is misspelt: the list is not filtered, and looks right. */
    readonly 'unknown-value'?: 'refused' | 'ignored';
    /** Breaks clients that compare a user's status or reqStatus with values in upper case. */
    readonly 'status-case'?: 'upper' | 'lower';
    /** Breaks clients that look at one of freshness, check, score and kycStatus only. */
    readonly 'blocked-party'?: 'revoked' | 'unaffected';
    /** Breaks clients that know only one of the two values that sound like success. */
    readonly 'kyc-approved'?: 'approved' | 'successful';
    /** Breaks clients that search for a family name, or for the domain of an e-mail address. */
    readonly search?: 'substring' | 'prefix' | 'whole' | 'username';
    /** Breaks clients that check members for undefined alone, or call methods of null. */
    readonly 'absent-members'?: 'absent' | 'null';
    /** Breaks clients that show or match name and e-mail of requests that are not approved. */
    readonly 'unapproved-identity'?: 'shown' | 'hidden';
    /** Breaks clients that parse times with their own pattern, or compare them as text. */
    readonly timestamps?: 'milliseconds' | 'seconds' | 'offset' | 'epoch';
    /** Breaks clients that count pages by it: it is optional. */
    readonly 'total-count'?: 'sent' | 'absent';
    /** Breaks clients that handle only 400, and retry invalid requests. */
    readonly 'invalid-body'?: '400' | '422';
    /** Breaks clients that read the body of an error before its status, or show one of its members to people. */
    readonly 'error-body'?: 'error-message' | 'problem' | 'status-code' | 'text' | 'empty';
    /** Breaks clients that compare the code of an error, where the status would do. */
    readonly 'error-codes'?: 'snake-case' | 'upper-case' | 'reason';
    /** Breaks clients that request a new token only after 401, or give up after 403. */
    readonly unauthenticated?: '401' | '403';
    /** Breaks clients that read from it why the token was refused. */
    readonly challenge?: 'sent' | 'absent';
    /** Breaks clients that expect a score of every party with an approved request, or none of a rejected one. */
    readonly 'approved-users'?: 'request' | 'kyc-status';
    /** Breaks clients that take the first response to a request with `partyIds` for all of it. */
    readonly 'party-ids'?: 'whole' | 'paged';
    /** Breaks clients that take a score as that of valid credentials, or expect it to fall when one is revoked. */
    readonly 'score-of-dead-credentials'?: 'ignored' | 'counted';
    /** Breaks clients that store a score as an integer, or print it without rounding. */
    readonly 'score-numbers'?: 'whole' | 'decimal';
    /** Breaks clients that take any score as that of a known party, or only 404 as an unknown party. */
    readonly 'unknown-party-score'?: '404' | '403' | 'zero';
    /** Breaks clients that take the first or the last credential of a provider for the current one. */
    readonly 'credential-order'?: 'as-added' | 'newest-first';
    /** Breaks clients that take every listed credential as valid, or exactly one for each provider. */
    readonly 'dead-credentials-listed'?: 'current' | 'valid' | 'not-revoked' | 'all';
    /** Breaks clients that take 404 as an error, not as "nobody found". */
    readonly 'no-match'?: 'empty' | '404';
    /** Breaks clients that take every credential of a look-up as valid. */
    readonly 'dead-credentials-resolved'?: 'current' | 'valid' | 'not-revoked' | 'all';
    /** Breaks clients that repeat a request after a time-out, and take the second response for the first. */
    readonly 'repeated-request'?: '204' | '409';
    /** Breaks clients that expect a row in the users list after every 204, or handle only one status of failure. */
    readonly 'unknown-party-request'?: '404' | '204' | '400';
    /** Breaks clients that leave it to the service to notice that nobody was asked for anything. */
    readonly 'empty-providers'?: 'refused' | 'accepted';
    /** Breaks clients that take 404 as an error, not as "no credentials". */
    readonly 'unknown-party-credentials'?: 'empty' | '404';
    /** Breaks clients that take 403 as a refused token and request a new one, or 400 as their own mistake. */
    readonly 'unknown-contract'?: '404' | '400' | '403';
    /** Breaks clients that find out only by the check that a credential is not valid. */
    readonly 'link-of-dead-credential'?: 'created' | '404' | '409' | '410';
    /** Breaks clients that compare the status with 200 instead of accepting any 2xx. */
    readonly 'link-status'?: '200' | '201';
    /** Breaks clients that take 200 for granted, and lose a whole batch for one item. */
    readonly 'malformed-item'?: 'fails' | '400';
    /** Breaks clients that read contractId of every result, or expect 400 for their own mistakes. */
    readonly 'broken-item'?: '400' | 'fails';
    /** Breaks clients that send a batch without checking whether it is empty. */
    readonly 'empty-batch'?: 'empty' | 'refused';
    /** Breaks clients that send duplicate IDs, and match results by position. */
    readonly 'duplicate-in-batch'?: 'each' | 'refused' | 'once';
    /** Breaks clients that read the result of a check without its status member, or handle only 404. */
    readonly 'expired-link'?: '404' | '410' | 'expired' | 'not-found';
    /** Breaks clients and proxies that keep the result of a check. */
    readonly 'check-caching'?: 'absent' | 'no-store';
    /** Breaks designs that rely on browsers keeping the check from web pages. */
    readonly cors?: 'none' | 'check';
    /** Breaks clients that read name or e-mail from a check. */
    readonly 'check-data'?: 'shown' | 'anonymous' | 'withheld';
    /** Breaks clients that read credentialData before isActive, or expect a certain member in it. */
    readonly 'data-of-dead-credential'?: 'shown' | 'anonymous' | 'withheld';
  };
  /** Texts are 10,000 characters long. */
  readonly 'very-long-values': Readonly<Record<string, never>>;
  /** Responses contain only their required members. */
  readonly 'without-optional-members': Readonly<Record<string, never>>;
  /** The body is JSON, but its Content-Type is text/plain. */
  readonly 'wrong-content-type': {
    /** How many calls pass before the fault starts. Default: 0. */
    readonly after?: number;
    /** How many calls in a row are then affected. Default: 1. */
    readonly times?: number;
  };
}

/** The name of a shipped scenario. */
export type ScenarioName = keyof ShippedScenarios;
