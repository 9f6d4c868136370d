/** The redactors that remove secrets from everything that the control plane shows of a sandbox. */

import { onceFor } from '../../../../common/remembering.js';
import type { Sandbox } from '../../../domain/sandbox/sandbox.js';
import type { SandboxSettings } from '../../../domain/sandbox/settings.js';
import { resemblesLinkToken } from '../../../domain/tokens/link-tokens.js';
import type { EmulatorParts } from '../../../emulator-parts.js';
import { KnownValues } from '../../../redaction/known-values.js';
import { MARKERS } from '../../../redaction/markers.js';
import { Redactor } from '../../../redaction/redactor.js';
import type { TokenForms } from '../../../redaction/secret-forms.js';

/** The parts of the emulator from which a redactor learns what is secret. */
interface SandboxRedactorParts extends Pick<EmulatorParts, 'accessTokens' | 'linkTokens'> {
  /** Secrets that no sandbox shows: the control token, and the client secret of the default sandbox. */
  readonly otherSecrets: readonly (string | undefined)[];
}

/** Returns the redactor of a sandbox, which knows the secrets in its settings; without a sandbox, a general one. */
export type RedactorOf = (sandbox?: Pick<Sandbox, 'settings'>) => Redactor;

/** Creates one redactor for each sandbox, and one for requests whose sandbox is unknown. */
export function sandboxRedactors({ accessTokens, linkTokens, otherSecrets }: SandboxRedactorParts): RedactorOf {
  // A token of the emulator keeps its readable part, and a marker replaces its signature or seal. A marker replaces any
  // other token whole.
  const tokens: TokenForms = {
    jwt: (headerAndClaims) =>
      accessTokens.hasOwnHeader(headerAndClaims) ? `${headerAndClaims}.${MARKERS.signature}` : MARKERS.otherSecret,
    link: (text) => {
      const body = resemblesLinkToken(text) ? linkTokens.withoutSeal(text) : undefined;
      return body && `${body.toString('base64url')}.${MARKERS.seal}`;
    },
  };

  /** The redactor for a sandbox with these settings. Without settings, it knows only secrets of the emulator. */
  const redactorFor = (settings?: SandboxSettings): Redactor => {
    // A bundle contains no secrets of its sandbox. A recording needs no more than the rules for any sandbox.
    if (settings?.recorded !== undefined) return new Redactor();

    const values = new KnownValues();
    if (settings !== undefined) values.add(settings.clientSecret, MARKERS.clientSecret);
    for (const secret of otherSecrets) if (secret !== undefined) values.add(secret);

    return new Redactor({ values, tokens });
  };

  const withoutSandbox = redactorFor();
  const ofSandbox = onceFor<SandboxSettings, Redactor>(redactorFor);

  return (sandbox) => (sandbox === undefined ? withoutSandbox : ofSandbox(sandbox.settings));
}
