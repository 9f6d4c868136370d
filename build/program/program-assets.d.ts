/** What `loader.cjs` gives to the modules that it loads. */
declare module 'program-assets' {
  /** The paths of all files that the program holds. */
  export const names: ReadonlySet<string>;
  /** The content of a file. @throws Error if there is none */
  export const read: (path: string) => Buffer;
  /** What a CommonJS module exports. */
  export const load: (path: string) => unknown;
}
