/** Which parts of the contract a consumer's pacts exercise, and which they never do. */

export interface ContractCoverage {
  readonly operations: readonly OperationCoverage[];
  readonly scenarios: readonly NamedCoverage[];
  readonly states: readonly NamedCoverage[];
  /** What is never tested, in sentences, the most important first: untested failures above all. */
  readonly blindSpots: readonly string[];
}

export interface OperationCoverage {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly interactions: number;
  readonly statuses: readonly NamedCoverage[];
  /** Of path, query and body: `query limit`. */
  readonly parameters: readonly NamedCoverage[];
  /** Members of the successful answer: `data[].partyId`. */
  readonly members: readonly NamedCoverage[];
}

export interface NamedCoverage {
  readonly name: string;
  /** How many interactions exercise it. */
  readonly interactions: number;
}
