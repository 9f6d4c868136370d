/** The service's world as far as responses showed it, with its real values. It is never written anywhere. */

import type { Standing } from '../../../emulator/domain/world/credential-status.js';
import type {
  CredentialState,
  DataRequest,
  Provider,
  SocialStanding,
  UserStatus,
} from '../../../emulator/domain/world/model.js';

/** A credential. Later responses complete what earlier ones contained. */
export interface ObservedCredential {
  readonly contractId: string;
  provider: Provider;
  /** Milliseconds since 1970. */
  issuedAt?: number;
  expiresAt?: number;
  state?: CredentialState;
  /** Known members that are strings, by name. */
  readonly metadata: Map<string, string>;
  readonly flags: Map<string, boolean>;
}

/** A row of the users list. */
export interface ObservedRequest {
  readonly provider: DataRequest['provider'];
  readonly status: DataRequest['status'];
  readonly kycStatus: string | undefined;
  readonly requestedAt: number | undefined;
}

/** An account, as a human score describes it. */
export interface ObservedAccount {
  readonly provider: Provider;
  readonly ageInDays: number | undefined;
  readonly email: string | undefined;
  readonly social: SocialStanding;
}

export interface ObservedParty {
  readonly partyId: string;
  email?: string;
  username?: string;
  firstName?: string;
  lastName?: string;
  status?: UserStatus;
  /** In the order of the last list. */
  readonly contracts: Set<string>;
  /** By the ID of the row. */
  readonly requests: Map<string, ObservedRequest>;
  accounts?: readonly ObservedAccount[];
}

/** Parties in the order in which they were first observed. */
export class ObservedWorld {
  readonly parties = new Map<string, ObservedParty>();
  readonly credentials = new Map<string, ObservedCredential>();
  /** The highest total of each list, by operation. */
  readonly totals = new Map<string, number>();
  /** Number of rows and credentials that a fixture cannot hold, by reason. */
  readonly skipped = new Map<string, number>();

  party(partyId: string): ObservedParty {
    let party = this.parties.get(partyId);
    if (party === undefined)
      this.parties.set(partyId, (party = { partyId, contracts: new Set(), requests: new Map() }));
    return party;
  }

  credential(contractId: string, provider: Provider): ObservedCredential {
    let credential = this.credentials.get(contractId);
    if (credential === undefined) this.credentials.set(contractId, (credential = newCredential(contractId, provider)));
    return credential;
  }

  skip(reason: string): void {
    this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + 1);
  }
}

/** A credential of which nothing else is known. */
export function newCredential(contractId: string, provider: Provider): ObservedCredential {
  return { contractId, provider, metadata: new Map(), flags: new Map() };
}

/**
 * The standing of the credential that explains a row of the users list if no response contained it. Undefined if the
 * row needs none.
 */
export function impliedStanding({ accounts }: ObservedParty, request: ObservedRequest): Standing | undefined {
  const { status, kycStatus, provider } = request;
  if (status === 'PENDING') return kycStatus === 'IN_REVIEW' ? 'valid' : undefined;
  if (status !== 'APPROVED') return undefined;
  if (kycStatus === 'EXPIRED') return 'expired';
  if (kycStatus === 'REJECTED') return 'revoked';
  // A score shows every valid credential.
  const isMissing = accounts?.every((account) => account.provider !== provider) ?? false;
  return kycStatus === 'APPROVED' && !isMissing ? 'valid' : 'archived';
}
