/** All looks, in the order in which they see an exchange. */

import type { Contract } from '../../contract/contract.js';
import type { Contracts } from '../../contract/variants/contracts.js';
import { ErrorLook } from './looks/errors.js';
import type { Facts } from './looks/facts.js';
import type { Look } from './looks/look.js';
import { FormLook } from './looks/values/forms.js';
import { linkLooks } from './looks/links.js';
import { PageLook } from './looks/pages.js';
import { protocolLooks } from './looks/protocol.js';
import { RequestLook } from './looks/requests.js';
import { ResourceLook } from './looks/resources.js';
import { ScoreLook } from './looks/scores.js';
import { StandingLook } from './looks/standing.js';
import { TokenLook } from './looks/token-endpoint.js';
import { UsersLook } from './looks/users.js';

export function allLooks(contract: Contract, contracts: Contracts, facts: Facts): readonly Look[] {
  return [
    new FormLook(contract, contracts),
    new RequestLook(contract, contracts),
    { see: (exchange) => protocolLooks(exchange, facts) },
    new ErrorLook(facts),
    new TokenLook(),
    new PageLook(facts),
    new UsersLook(facts),
    new ResourceLook(facts),
    { see: (exchange) => linkLooks(exchange, facts) },
    new StandingLook(facts),
    new ScoreLook(facts),
  ];
}
