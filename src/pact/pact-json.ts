/** The JSON of pact files of any version, as `reading/` finds it. */

import type { Rule } from '../emulator/control/pact-document.js';

/** The rule that consists of one matcher. */
export function rule(matcher: WrittenMatcher): Rule {
  return { combine: 'AND', matchers: [matcher] };
}

/** The matchers that `generate/` writes. */
export type WrittenMatcher =
  | { readonly match: 'type'; readonly min?: number }
  | { readonly match: 'regex'; readonly regex: string }
  | { readonly match: 'equality' | 'integer' | 'number' | 'boolean' | 'null' };

/** The JSON of a pact of any version, after its shape was checked. */
export interface PactJson {
  readonly consumer: { readonly name: string };
  readonly provider: { readonly name: string };
  readonly interactions?: readonly InteractionJson[];
  /** Version 3. */
  readonly messages?: readonly { readonly description?: string }[];
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface InteractionJson {
  /** Version 4. Earlier versions have HTTP interactions only. */
  readonly type?: string;
  readonly description: string;
  /** Version 4. */
  readonly pending?: boolean;
  /** Version 2. */
  readonly providerState?: string | null;
  /** Version 1. */
  readonly provider_state?: string | null;
  /** Versions 3 and 4. */
  readonly providerStates?:
    | readonly {
        readonly name: string | null;
        readonly params?: Readonly<Record<string, unknown>> | null;
      }[]
    | null;
  /** Version 4: by the name of the plugin. */
  readonly pluginConfiguration?: Readonly<Record<string, unknown>> | null;
  readonly request: MessageJson & {
    readonly method: string;
    readonly path: string;
    /** Text in versions 1 and 2. */
    readonly query?: string | TextsJson | null;
  };
  readonly response: MessageJson & { readonly status?: number };
}

export interface MessageJson {
  readonly headers?: TextsJson | null;
  /** The content; in version 4 an object with `content`, `contentType` and `encoded`. */
  readonly body?: unknown;
  /** Rules by category since version 3, by path in version 2. */
  readonly matchingRules?: unknown;
  /** Generators by category since version 3. */
  readonly generators?: unknown;
}

/** Version 4 has lists, earlier versions have texts. */
export type TextsJson = Readonly<Record<string, string | readonly (string | null)[]>>;
