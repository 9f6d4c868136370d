/** Opens sandboxes for clients that nobody knows, where the emulator is told to. */

import type { Sandbox } from '../domain/sandbox/sandbox.js';
import { basicCredentials, triesBasic } from './client-credentials.js';
import type { ServiceContext } from './service-context.js';

interface TokenForm {
  readonly grant_type?: string;
  readonly client_id?: string;
  readonly client_secret?: string;
}

/** Opens a sandbox with the credentials of a token request that is otherwise as it should be; its secret is the first that is presented. */
export function openSandboxFor(
  open: (clientId: string, clientSecret: string) => Sandbox | undefined,
): NonNullable<ServiceContext['openSandbox']> {
  return (form, authorization) => {
    const { grant_type: grantType, client_id: clientId, client_secret: clientSecret } = (form ?? {}) as TokenForm;
    if (grantType !== 'client_credentials') return undefined;
    const basic = triesBasic(authorization) ? basicCredentials(authorization) : undefined;
    const [id, secret] = basic === undefined ? [clientId, clientSecret] : [basic.clientId, basic.clientSecret];
    return id === undefined || secret === undefined ? undefined : open(id, secret);
  };
}
