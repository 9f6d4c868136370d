/** Made from spec/openapi.yaml by "npm run client-types"; do not edit it by hand. */

export interface paths {
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange client credentials for an access token.
         * Section 5, RFC 6749 section 4.4.
         */
        post: operations["issueToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/institutions/me/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the institution's users (KYC data requests).
         * The rows are filtered by all parameters together, then ordered, then cut into pages (section 4.2, rule 1).
         */
        get: operations["getUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/institutions/me/human-scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the human scores of approved users.
         * With `partyIds`, the scores of these parties; otherwise those of all approved users, page by page (section 4.2, rule 2).
         */
        get: operations["getHumanScores"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/institutions/me/human-scores/{partyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the human score of one party.
         * The same item as in the list of human scores (section 4.2).
         */
        get: operations["getHumanScoreByPartyId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/institutions/me/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the credentials that parties have disclosed to the institution.
         * With `partyIds`, the credentials of these parties; otherwise those of all parties, page by page (section 4.2, rule 3).
         */
        get: operations["getCredentials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/institutions/me/credentials/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find a party's credentials by e-mail or username, or by party ID.
         * Exactly one of `q` and `partyId` (sections 4.2 and 7).
         */
        get: operations["resolveCredentials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/institutions/me/credentials/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a party to disclose credentials of the given providers.
         * Creates one pending data request, a row of the users list, per provider. Repeating a pending request changes nothing and succeeds.
         */
        post: operations["createCredentialsRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/institutions/me/credentials/{partyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the credentials that one party has disclosed to the institution.
         * A plain array, without pagination (section 4.2).
         */
        get: operations["getCredentialByPartyId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verification/generate-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a short-lived verification link for a credential.
         * The link shows the status of the credential to anybody who has it, until it expires (section 4.2, rule 6).
         */
        post: operations["generateVerificationLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verification/generate-links-batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create verification links for up to 100 credentials.
         * One result per request, in the same order; an item that fails does not fail the batch (section 7).
         */
        post: operations["generateVerificationLinksBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verification/check/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the public status of a verification link.
         * Public: an access token is ignored (section 5).
         */
        get: operations["checkVerificationStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Identifies a party. */
        PartyId: string;
        /** Identifies a credential. */
        ContractId: string;
        /**
         * A verification provider.
         * @enum {string}
         */
        Provider: "GOOGLE" | "LINKEDIN" | "GITHUB" | "DISCORD" | "TWITTER" | "REDDIT";
        /**
         * A verification provider, or the KYC provider SUMSUB.
         * @enum {string}
         */
        KycProvider: "GOOGLE" | "LINKEDIN" | "GITHUB" | "DISCORD" | "TWITTER" | "REDDIT" | "SUMSUB";
        /**
         * The KYC state.
         * @enum {string}
         */
        KycStatus: "TO_DO" | "IN_REVIEW" | "SUCCESSFUL" | "REJECTED" | "BLOCKED" | "EXPIRED" | "APPROVED";
        /**
         * The state of a data request.
         * @enum {string}
         */
        RequestStatus: "PENDING" | "APPROVED" | "REJECTED" | "EXPIRED";
        /**
         * The state of the user's account.
         * @enum {string}
         */
        UserStatus: "ACTIVE" | "INACTIVE" | "BLOCKED";
        /**
         * How recent the credential is.
         * @enum {string}
         */
        Freshness: "FRESH" | "MODERATE" | "STALE" | "REVOKED";
        /**
         * Format: date-time
         * A time, ISO 8601 in UTC.
         */
        Timestamp: string;
        /** The position of the page in the whole list (section 2.1). */
        Pagination: {
            offset: number;
            limit: number;
            /** The number of items on all pages. */
            total: number;
        };
        /** What the provider says about the account. Providers may add members. */
        CredentialMetadata: {
            email?: string;
            firstName?: string;
            lastName?: string;
            username?: string;
            /** The account's identifier at the provider. */
            providerId?: string;
            verifiedAt?: components["schemas"]["Timestamp"];
            emailVerified?: boolean;
            /** URL of a picture. */
            profilePicture?: string;
        };
        /** A credential that a verification provider issued to a party (section 2.2). */
        Credential: {
            partyId: components["schemas"]["PartyId"];
            contractId: components["schemas"]["ContractId"];
            provider: components["schemas"]["Provider"];
            kycStatus: components["schemas"]["KycStatus"];
            expirationDate: components["schemas"]["Timestamp"];
            issuedAt: components["schemas"]["Timestamp"];
            freshness: components["schemas"]["Freshness"];
            metadata: components["schemas"]["CredentialMetadata"];
        };
        /** A credential together with the account it belongs to (section 2.3). */
        ResolvedCredential: {
            partyId: components["schemas"]["PartyId"];
            userId: number;
            /** The registered account's e-mail. */
            email: string;
            username?: string;
            firstName?: string;
            lastName?: string;
            kycProvider: components["schemas"]["KycProvider"];
            contractId: components["schemas"]["ContractId"];
            metadata?: components["schemas"]["CredentialMetadata"];
        };
        /** A KYC data request, one row of the users list (section 2.4). */
        InstitutionUser: {
            id: number;
            /** Identifies the credentials access request. */
            proposalId: string;
            partyId?: components["schemas"]["PartyId"];
            reqStatus: components["schemas"]["RequestStatus"];
            kycStatus?: components["schemas"]["KycStatus"];
            kycProvider: components["schemas"]["KycProvider"];
            fullName?: string;
            /** The registered account's e-mail. */
            email?: string;
            status?: components["schemas"]["UserStatus"];
            /** When the data request was created. */
            regDate?: components["schemas"]["Timestamp"];
        };
        /** A party and its human score (section 2.5). */
        HumanScoreItem: {
            partyId: components["schemas"]["PartyId"];
            humanScore: components["schemas"]["HumanScoreResult"];
        };
        /** The human score of a party (section 2.5). Every number follows from the party's disclosed credentials. */
        HumanScoreResult: {
            /** The sum of the breakdown. */
            totalScore: number;
            /**
             * It follows from the total score, with thresholds at 20, 40, 60 and 80.
             * @enum {string}
             */
            confidenceLevel: "low" | "medium-low" | "medium" | "medium-high" | "high";
            breakdown: components["schemas"]["ScoreBreakdown"];
            badges: components["schemas"]["Badge"][];
            details: components["schemas"]["ScoreDetails"];
        };
        /** The parts of the total score. The service may add members. */
        ScoreBreakdown: {
            accountAgeScore: number;
            socialMetricsScore: number;
            emailConsistencyScore: number;
            providerCountScore: number;
        };
        /** A distinction that follows from the details. */
        Badge: {
            id: string;
            name: string;
            description: string;
            /** @enum {string} */
            level: "bronze" | "silver" | "gold" | "platinum";
            category: string;
            icon?: string;
        };
        /** What the score is computed from. */
        ScoreDetails: {
            accountAges: components["schemas"]["AccountAge"][];
            socialMetrics: components["schemas"]["SocialMetrics"][];
            emailConsistency: components["schemas"]["EmailConsistency"];
            providerCount: number;
            /** What each provider says about the account. */
            allUserInfo: {
                [key: string]: unknown;
            }[];
            /** Claims of each provider's token. */
            allTokenClaims: {
                [key: string]: unknown;
            }[];
        };
        /** The age of the account at one provider. */
        AccountAge: {
            provider: components["schemas"]["Provider"];
            ageInDays: number;
        };
        /** The reach and activity of the account at one provider. */
        SocialMetrics: {
            provider: components["schemas"]["Provider"];
            ageInDays: number;
            followersCount?: number;
            followingCount?: number;
            postsCount?: number;
            verified?: boolean;
            email?: string;
            accountCreatedAt?: components["schemas"]["Timestamp"];
            githubRepos?: number;
            githubFollowers?: number;
            twitterDescription?: string;
            githubBio?: string;
            githubCompany?: string;
            githubLocation?: string;
            googleContactCount?: number;
        };
        /** Whether the credentials have the same e-mail address. */
        EmailConsistency: {
            uniqueEmails: string[];
            consistencyScore: number;
        };
        /** One page of data requests. */
        UsersList: {
            items: components["schemas"]["InstitutionUser"][];
            pagination: components["schemas"]["Pagination"];
            /** The same as pagination.total. */
            totalCount?: number;
        };
        /** One page of human scores. */
        HumanScoresList: {
            items: components["schemas"]["HumanScoreItem"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** One page of credentials. */
        CredentialsList: {
            items: components["schemas"]["Credential"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** The credentials that a look-up found. */
        ResolvedCredentials: {
            credentials: components["schemas"]["ResolvedCredential"][];
        };
        /** The credentials that a party is asked to disclose. */
        CredentialsRequest: {
            partyId: components["schemas"]["PartyId"];
            providers: components["schemas"]["Provider"][];
        };
        /** The credential to create a link for. */
        GenerateVerificationLinkRequest: {
            contractId: components["schemas"]["ContractId"];
        };
        /** A short-lived link (section 2.6). */
        VerificationLink: {
            /**
             * Format: uri
             * The page where a person sees the status.
             */
            verificationUrl: string;
            /** The token for the public check. */
            token: string;
        };
        /** The credentials to create links for. */
        BatchGenerateVerificationLinkRequest: {
            requests: components["schemas"]["GenerateVerificationLinkRequest"][];
        };
        /** One result per request, in the same order. */
        BatchGenerateVerificationLinkResponse: {
            results: components["schemas"]["BatchResultItem"][];
        };
        /** Either the link or the reason why there is none (section 2.6). */
        BatchResultItem: {
            contractId: components["schemas"]["ContractId"];
            result?: components["schemas"]["VerificationLink"];
            error?: components["schemas"]["BatchItemError"];
        } & ({
            result: components["schemas"]["VerificationLink"];
        } | {
            error: components["schemas"]["BatchItemError"];
        });
        /** Why an item of the batch failed. */
        BatchItemError: {
            message: string;
        };
        /** What a link shows to anybody about its credential (section 2.6). */
        VerificationStatus: {
            /** @enum {string} */
            status: "strong" | "moderate" | "weak" | "archived" | "revoked" | "expired" | "not_found";
            /** @enum {string} */
            color: "green" | "amber" | "red";
            isActive: boolean;
            contractId: string | null;
            /** The metadata of the credential. */
            credentialData: components["schemas"]["CredentialMetadata"] | null;
            /** Format: date-time */
            issuedAt: string | null;
            /** Format: date-time */
            expiredAt: string | null;
            isArchived: boolean;
            isSuperseded: boolean;
            isRevoked: boolean;
            message: string;
            /** @enum {string|null} */
            kycProvider: "GOOGLE" | "LINKEDIN" | "GITHUB" | "DISCORD" | "TWITTER" | "REDDIT" | "SUMSUB" | null;
        };
        /** RFC 6749 section 4.4.2. Client ID and secret are in the body or in HTTP Basic, never in both. */
        TokenRequest: {
            /**
             * The grant.
             * @constant
             */
            grant_type: "client_credentials";
            client_id?: string;
            /** Format: password */
            client_secret?: string;
            scope?: string;
        };
        /** RFC 6749 section 5.1. */
        TokenResponse: {
            /** Opaque to the client. */
            access_token: string;
            /** Seconds. */
            expires_in: number;
            /** @constant */
            token_type: "Bearer";
            scope?: string;
            refresh_expires_in?: number;
            "not-before-policy"?: number;
        };
        /** RFC 6749 section 5.2. */
        OAuthError: {
            /** @enum {string} */
            error: "invalid_request" | "invalid_client" | "unauthorized_client" | "unsupported_grant_type" | "server_error" | "temporarily_unavailable";
            error_description?: string;
        };
        /** What a gateway says, for people. */
        GatewayText: string;
        /** What failed, for programs and for people. */
        Error: {
            /** A stable code. */
            error: string;
            /** A sentence. */
            message: string;
            /** More about the failure; for invalid requests, the list of violations. */
            details?: {
                [key: string]: unknown;
            };
        };
    };
    responses: {
        /** Invalid parameters or body. */
        InvalidRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "invalid_request",
                 *       "message": "Query /limit: expected an integer from 1 to 100, found 0.",
                 *       "details": {
                 *         "violations": [
                 *           {
                 *             "in": "query",
                 *             "pointer": "/limit",
                 *             "expected": "an integer from 1 to 100",
                 *             "value": "0"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** The access token is missing, malformed, unknown or expired. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["BearerChallenge"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unauthorized",
                 *       "message": "The access token has expired."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** The access token is valid, but its institution may not use the service. */
        Forbidden: {
            headers: {
                "WWW-Authenticate": components["headers"]["OptionalBearerChallenge"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "forbidden",
                 *       "message": "The institution is suspended."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** The resource does not exist, or is not disclosed to this institution. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "not_found",
                 *       "message": "Verification token not found or expired."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** The body is larger than 1 MiB. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "payload_too_large",
                 *       "message": "The request body is larger than 1048576 bytes."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** The body is not JSON. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unsupported_media_type",
                 *       "message": "The request body must be application/json, but is text/plain."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** Rate limit exceeded. */
        RateLimited: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "rate_limited",
                 *       "message": "Rate limit exceeded."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** Server error. */
        ServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "internal_error",
                 *       "message": "The server could not answer the request."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** A failure in front of the service: a gateway, or maintenance. Scenarios send it; the service itself sends only 500. */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "service_unavailable",
                 *       "message": "The service is down for maintenance."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                /** @example <h1>502 Bad Gateway</h1> */
                "text/html": components["schemas"]["GatewayText"];
                /** @example upstream request timeout */
                "text/plain": components["schemas"]["GatewayText"];
            };
        };
        /** Another refusal of a request that no client of this document sends, such as 405 or 414. */
        OtherError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "method_not_allowed",
                 *       "message": "The path allows GET, not PUT."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** The token request is malformed, or uses another grant (RFC 6749 section 5.2). */
        TokenRequestRefused: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unsupported_grant_type",
                 *       "error_description": "grant_type must be client_credentials, but is \"password\"."
                 *     }
                 */
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** Unknown client or wrong secret (RFC 6749 section 5.2). */
        ClientRefused: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "WWW-Authenticate": components["headers"]["BasicChallenge"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "invalid_client",
                 *       "error_description": "Unknown client or wrong secret."
                 *     }
                 */
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** The body is larger than 1 MiB. */
        TokenRequestTooLarge: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "invalid_request",
                 *       "error_description": "The request body is larger than 1048576 bytes."
                 *     }
                 */
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** Rate limit exceeded. */
        TokenRateLimited: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "temporarily_unavailable",
                 *       "error_description": "Rate limit exceeded."
                 *     }
                 */
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** Server error. */
        TokenServerError: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "server_error",
                 *       "error_description": "The server could not answer the request."
                 *     }
                 */
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** A failure in front of the token endpoint: a gateway, or maintenance. Scenarios send it; the endpoint itself sends only 500. */
        TokenUnavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "temporarily_unavailable",
                 *       "error_description": "The authorization server is down."
                 *     }
                 */
                "application/json": components["schemas"]["OAuthError"];
                /** @example <h1>502 Bad Gateway</h1> */
                "text/html": components["schemas"]["GatewayText"];
                /** @example upstream request timeout */
                "text/plain": components["schemas"]["GatewayText"];
            };
        };
        /** Another refusal of a request that no client of this document sends, such as 405 or 414. */
        OtherTokenError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "invalid_request",
                 *       "error_description": "The path allows POST, not GET."
                 *     }
                 */
                "application/json": components["schemas"]["OAuthError"];
            };
        };
    };
    parameters: {
        /** The number of items to skip. */
        Offset: number;
        /** The maximum number of items on a page. */
        UsersLimit: number;
        /** The maximum number of items on a page. Without it and `offset`, a list of some parties is returned whole. */
        Limit: number;
        /** Only these parties. The parameter may be repeated, comma-separated, or both. Space around an ID and unknown IDs are ignored. The list is paginated only if the request has `offset` or `limit`. */
        PartyIds: components["schemas"]["PartyId"][];
        /** The party. */
        PartyIdInPath: components["schemas"]["PartyId"];
    };
    requestBodies: never;
    headers: {
        /**
         * How the client has to authenticate (RFC 6750 section 3).
         * @example Bearer realm="institution"
         */
        BearerChallenge: string;
        /**
         * Why the token is not sufficient (RFC 6750 section 3).
         * @example Bearer realm="institution"
         */
        OptionalBearerChallenge: string;
        /**
         * How the client has to authenticate; sent if it used HTTP Basic (RFC 6749 section 5.2).
         * @example Basic realm="institution"
         */
        BasicChallenge: string;
        /**
         * Caches never store responses of the token endpoint.
         * @example no-store
         */
        NoStore: "no-store";
        /**
         * How long to wait, in seconds or as an HTTP date (RFC 9110 section 10.2.3).
         * @example 1
         */
        RetryAfter: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    issueToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grant_type": "client_credentials",
                 *       "client_id": "demo-institution",
                 *       "client_secret": "demo-secret"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** The access token. */
            200: {
                headers: {
                    /**
                     * Caches never store tokens (RFC 6749 section 5.1).
                     * @example no-store
                     */
                    "Cache-Control": "no-store";
                    /**
                     * For HTTP/1.0 caches (RFC 6749 section 5.1).
                     * @example no-cache
                     */
                    Pragma: "no-cache";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJkZW1vLWluc3RpdHV0aW9uIn0.c2lnbmF0dXJl",
                     *       "expires_in": 3600,
                     *       "refresh_expires_in": 0,
                     *       "token_type": "Bearer",
                     *       "not-before-policy": 0,
                     *       "scope": "institution"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            400: components["responses"]["TokenRequestRefused"];
            401: components["responses"]["ClientRefused"];
            413: components["responses"]["TokenRequestTooLarge"];
            429: components["responses"]["TokenRateLimited"];
            500: components["responses"]["TokenServerError"];
            "5XX": components["responses"]["TokenUnavailable"];
            default: components["responses"]["OtherTokenError"];
        };
    };
    getUsers: {
        parameters: {
            query?: {
                /** The number of items to skip. */
                offset?: components["parameters"]["Offset"];
                /** The maximum number of items on a page. */
                limit?: components["parameters"]["UsersLimit"];
                /** The member to order by. Rows with equal values come newest first. */
                orderBy?: "id" | "fullName" | "email" | "regDate" | "kycStatus" | "reqStatus" | "status";
                /** The direction of the order, in upper or lower case. */
                orderType?: "ASC" | "DESC" | "asc" | "desc";
                /** Only rows with this account status. */
                status?: components["schemas"]["UserStatus"];
                /** Only rows with this state of the data request. */
                reqStatus?: components["schemas"]["RequestStatus"];
                /** Only rows with this KYC state. */
                kycStatus?: components["schemas"]["KycStatus"];
                /** Case-insensitive substring of full name, e-mail or party ID. It is trimmed. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsersList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            "5XX": components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getHumanScores: {
        parameters: {
            query?: {
                /** The number of items to skip. */
                offset?: components["parameters"]["Offset"];
                /** The maximum number of items on a page. Without it and `offset`, a list of some parties is returned whole. */
                limit?: components["parameters"]["Limit"];
                /** Only these parties. The parameter may be repeated, comma-separated, or both. Space around an ID and unknown IDs are ignored. The list is paginated only if the request has `offset` or `limit`. */
                partyIds?: components["parameters"]["PartyIds"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HumanScoresList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            "5XX": components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getHumanScoreByPartyId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The party. */
                partyId: components["parameters"]["PartyIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The party's human score. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HumanScoreItem"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            "5XX": components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getCredentials: {
        parameters: {
            query?: {
                /** The number of items to skip. */
                offset?: components["parameters"]["Offset"];
                /** The maximum number of items on a page. Without it and `offset`, a list of some parties is returned whole. */
                limit?: components["parameters"]["Limit"];
                /** Only these parties. The parameter may be repeated, comma-separated, or both. Space around an ID and unknown IDs are ignored. The list is paginated only if the request has `offset` or `limit`. */
                partyIds?: components["parameters"]["PartyIds"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CredentialsList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            "5XX": components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    resolveCredentials: {
        parameters: {
            query?: {
                /** Forward look-up: an e-mail address or username. It is trimmed, and compared with those of the account and those in the metadata of its credentials. Case is ignored. */
                q?: string;
                /** Reverse look-up. */
                partyId?: components["schemas"]["PartyId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** All credentials that the party has disclosed to the institution; an empty list if nothing matches. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResolvedCredentials"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            "5XX": components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createCredentialsRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "partyId": "party::d62ff595c625550dad66d6bb49132674::12205fff2edcd8437d6b3f612cce50c3df868c24ae60181128e61471ab6816458128",
                 *       "providers": [
                 *         "GOOGLE",
                 *         "LINKEDIN"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CredentialsRequest"];
            };
        };
        responses: {
            /** The request was created. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            "5XX": components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getCredentialByPartyId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The party. */
                partyId: components["parameters"]["PartyIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The party's credentials; an empty list for an unknown party or one that has disclosed nothing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            "5XX": components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    generateVerificationLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "contractId": "0090ae1dd3ad7ad27932edfd7266f8f3ba06ee9cdd6c5fe55c4807afcb8ec4a92f4c307872e4db741585730affb9cf5ccf0e93601a9032a71aeb5a1ef1777c5f5407059a26"
                 *     }
                 */
                "application/json": components["schemas"]["GenerateVerificationLinkRequest"];
            };
        };
        responses: {
            /** The link and its token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "verificationUrl": "http://127.0.0.1:4010/verify/B2RlZmF1bHQ",
                     *       "token": "B2RlZmF1bHQ"
                     *     }
                     */
                    "application/json": components["schemas"]["VerificationLink"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            "5XX": components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    generateVerificationLinksBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "requests": [
                 *         {
                 *           "contractId": "0090ae1dd3ad7ad27932edfd7266f8f3ba06ee9cdd6c5fe55c4807afcb8ec4a92f4c307872e4db741585730affb9cf5ccf0e93601a9032a71aeb5a1ef1777c5f5407059a26"
                 *         },
                 *         {
                 *           "contractId": "00ffffffffff"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BatchGenerateVerificationLinkRequest"];
            };
        };
        responses: {
            /** The results, some of which may be failures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "contractId": "0090ae1dd3ad7ad27932edfd7266f8f3ba06ee9cdd6c5fe55c4807afcb8ec4a92f4c307872e4db741585730affb9cf5ccf0e93601a9032a71aeb5a1ef1777c5f5407059a26",
                     *           "result": {
                     *             "verificationUrl": "http://127.0.0.1:4010/verify/B2RlZmF1bHQ",
                     *             "token": "B2RlZmF1bHQ"
                     *           }
                     *         },
                     *         {
                     *           "contractId": "00ffffffffff",
                     *           "error": {
                     *             "message": "Credential not found."
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BatchGenerateVerificationLinkResponse"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            "5XX": components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    checkVerificationStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The token of the link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The status of the credential behind the link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationStatus"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            "5XX": components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
}
