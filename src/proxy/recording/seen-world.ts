/** What answers have told of the service's world, as it is: the raw material of a recording, never written anywhere. */

import type { CredentialState, DataRequest, Provider, SocialStanding, UserStatus } from '../../domain/world/model.js';

/** A credential; later answers complete earlier ones. */
export interface SeenCredential {
  readonly contractId: string;
  provider: Provider;
  /** Milliseconds since 1970. */
  issuedAt?: number;
  expiresAt?: number;
  state?: CredentialState;
  /** Known members with a text, by name. */
  readonly metadata: Map<string, string>;
  readonly flags: Map<string, boolean>;
}

/** A row of the users list. */
export interface SeenRequest {
  readonly provider: DataRequest['provider'];
  readonly status: DataRequest['status'];
  readonly kycStatus: string | undefined;
  readonly requestedAt: number | undefined;
}

/** What a human score tells of an account. */
export interface SeenAccount {
  readonly provider: Provider;
  readonly ageInDays: number | undefined;
  readonly email: string | undefined;
  readonly social: SocialStanding;
}

export interface SeenParty {
  readonly partyId: string;
  email?: string;
  username?: string;
  firstName?: string;
  lastName?: string;
  status?: UserStatus;
  /** In the order of the last list. */
  readonly contracts: Set<string>;
  /** By the number of the row. */
  readonly requests: Map<string, SeenRequest>;
  accounts?: readonly SeenAccount[];
}

/** Parties in the order in which they were first seen. */
export class SeenWorld {
  readonly parties = new Map<string, SeenParty>();
  readonly credentials = new Map<string, SeenCredential>();
  /** The highest total that each list has told, by operation. */
  readonly totals = new Map<string, number>();
  /** Rows and credentials that could not be understood, by reason. */
  readonly leftOut = new Map<string, number>();

  party(partyId: string): SeenParty {
    let party = this.parties.get(partyId);
    if (party === undefined)
      this.parties.set(partyId, (party = { partyId, contracts: new Set(), requests: new Map() }));
    return party;
  }

  credential(contractId: string, provider: Provider): SeenCredential {
    let credential = this.credentials.get(contractId);
    if (credential === undefined)
      this.credentials.set(contractId, (credential = { contractId, provider, metadata: new Map(), flags: new Map() }));
    return credential;
  }

  leaveOut(reason: string): void {
    this.leftOut.set(reason, (this.leftOut.get(reason) ?? 0) + 1);
  }
}
