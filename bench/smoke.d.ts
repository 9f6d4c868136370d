/** What a run keeps in `results.json`. */
export interface Result {
  readonly environment: { readonly node: string; readonly versions: Readonly<Record<string, string>> };
  readonly contestants: readonly { readonly name: string; readonly does: string }[];
  readonly skipped: readonly string[];
  readonly reach: readonly {
    readonly id: string;
    readonly measure: string;
    readonly reach: string;
    readonly measured?: number;
    readonly reached?: boolean;
  }[];
  readonly rows: readonly Row[];
}

/** A figure of one contestant. */
export interface Row {
  readonly measure: string;
  readonly figure: string;
  readonly unit: string;
  readonly contestant: string;
  readonly samples: readonly number[];
  readonly minimum: number;
  readonly median: number;
  readonly maximum: number;
}

/** Asks everybody but the peers everything once; throws where any answer is wrong. */
export declare function smoke(measures: readonly string[]): Promise<{ result: Result; page: string }>;
