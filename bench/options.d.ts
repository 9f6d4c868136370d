/** Thrown where the command line is not one that can be followed. */
export declare class UsageError extends Error {}

/** Reads the command line; throws a UsageError. */
export declare function readOptions(args: readonly string[]): {
  readonly quick: boolean;
  readonly measures: readonly string[];
};
