/** What the fuzz run uses of `@exodus/schemasafe`; its own types accept no schema that is read from a file. */
declare module '@exodus/schemasafe' {
  /** A compiled schema. Each call replaces `errors`. */
  export interface Validate {
    (value: unknown): boolean;
    readonly errors?: readonly { readonly keywordLocation: string; readonly instanceLocation: string }[] | null;
  }
  export function validator(
    schema: object,
    options: {
      readonly includeErrors: boolean;
      readonly allowUnusedKeywords: boolean;
      readonly formats: Readonly<Record<string, (value: string) => boolean>>;
    },
  ): Validate;
}
