/** Which parts of the contract a consumer's pacts exercise, and which they never do. */

export interface ContractCoverage {
  /** All of the contract, in its order. */
  readonly operations: readonly OperationCoverage[];
  readonly scenarios: readonly NamedCoverage[];
  readonly states: readonly NamedCoverage[];
  /** What is never tested, in sentences, the most important first: untested failures above all. */
  readonly blindSpots: readonly string[];
}

export interface OperationCoverage {
  readonly operation: string;
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly interactions: number;
  /** All that the contract declares. */
  readonly statuses: readonly NamedCoverage[];
  /** Of path, query and body: `query limit`, `body requests[].contractId`. */
  readonly parameters: readonly NamedCoverage[];
  /** Members of the successful answer that have no members themselves: `items[].partyId`. */
  readonly members: readonly NamedCoverage[];
  /** In what forms the successful answer comes: `items[].freshness = REVOKED`, `results[] with error`, `items empty`. */
  readonly variants: readonly NamedCoverage[];
}

export interface NamedCoverage {
  readonly name: string;
  /** How many interactions exercise it. */
  readonly interactions: number;
}
