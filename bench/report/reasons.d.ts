/** Reads the text of REASONS.md: the reasons by the goals' IDs. */
export declare function parseReasons(text: string): Map<string, string>;
