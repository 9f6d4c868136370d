/** All looks, in the order in which they see an exchange. Those of headers need no body. */

import { ErrorLook } from './looks/errors.js';
import type { Known, Look } from './looks/look.js';
import { FormLook } from './looks/values/forms.js';
import { LinkLook } from './looks/links.js';
import { PageLook } from './looks/pages.js';
import { CompressionLook, protocolLooks } from './looks/protocol.js';
import { RequestLook } from './looks/requests.js';
import { ResourceLook } from './looks/resources.js';
import { ScoreLook } from './looks/scores.js';
import { StandingLook } from './looks/standing.js';
import { TokenLook } from './looks/token-endpoint.js';
import { UsersLook } from './looks/users.js';

export function allLooks(
  known: Known,
): readonly (Pick<Look, 'see'> & Partial<Pick<Look, 'end' | 'options' | 'undecided'>> & { isOfHeaders?: true })[] {
  return [
    new FormLook(known),
    new RequestLook(known),
    { see: (exchange) => protocolLooks(exchange, known.facts), isOfHeaders: true },
    new CompressionLook(known),
    new ErrorLook(known),
    new TokenLook(known),
    new PageLook(known),
    new UsersLook(known),
    new ResourceLook(known),
    new LinkLook(known),
    new StandingLook(known),
    new ScoreLook(known),
  ];
}
