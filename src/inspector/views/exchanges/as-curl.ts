/** An exchange as commands for a shell: they select its scenarios in the sandbox, and repeat the request. */

import { curlCommand, memberOf, shellQuote, tokenCommand } from '../../../common/reporting/commands.js';
import type { Exchange, Sandbox } from '../../control/types.js';
import { linksIn, newLinkFor, withLinks } from '../world/links.js';
import { authorizationOf, isCopied, requestLike } from './repeatable.js';

/** @param isGuarded whether the control plane requires a token */
export function curlOf(exchange: Exchange, sandbox: Sandbox, isGuarded: boolean): string {
  const { id, url } = sandbox;
  const { select = '', call = 1 } = exchange.repetition ?? {};
  const authorization = authorizationOf(exchange);
  const [link] = linksIn(exchange.path);
  const guard = isGuarded ? ' -H "Authorization: Bearer $ID_EMULATOR_CONTROL_TOKEN"' : '';
  const control = (method: string, path: string, body: object): string =>
    `curl -s -X ${method}${guard} -H 'Content-Type: application/json' -d ${shellQuote(JSON.stringify(body))} ${url}/_emulator/sandboxes/${id}${path}`;
  const lifetime = link !== undefined && link.expiresAt <= Date.parse(exchange.at) ? { lifetime: 0 } : {};
  const request = requestOf(exchange, sandbox);
  return [
    ...(authorization.kind === 'valid' ? [tokenCommand(sandbox)] : []),
    ...(authorization.kind === 'expired' || authorization.kind === 'refused'
      ? ['# The token had expired or was revoked. A token of somebody else is refused in the same way.']
      : []),
    ...(link === undefined
      ? []
      : [
          `LINK=$(${control('POST', '/verification-links', { ...newLinkFor(link), ...lifetime })} ${memberOf('token')})`,
        ]),
    ...(select === ''
      ? []
      : [
          '# Replaces the active scenarios of the sandbox, so that their calls count from the first one.',
          `${control('PUT', '/scenarios', { select })} > /dev/null`,
        ]),
    ...(call > 1
      ? [`for call in $(seq ${call - 1}); do ${request.replace('curl -i', 'curl -s')} > /dev/null; done`]
      : []),
    request,
  ].join('\n');
}

function requestOf(exchange: Exchange, sandbox: Sandbox): string {
  const { headers = [], clientId, target, ...request } = requestLike(exchange, sandbox);
  const word = shellQuote(`${sandbox.url}${target}`);
  const hasLink = linksIn(exchange.path).length > 0;
  return curlCommand({
    ...request,
    headers: (headers as [string, string][]).filter(isCopied),
    address: hasLink ? withLinks(word, '$LINK').replace(/^'(.*)'$/, '"$1"') : word,
    hasToken: clientId !== undefined,
  });
}
