/** All looks, in the order in which they see an exchange. */

import type { Contract } from '../../../contract/contract.js';
import type { Contracts } from '../../../contract/variants/contracts.js';
import { ErrorLook } from './errors.js';
import type { Facts } from './facts.js';
import type { Look } from './look.js';
import { FormLook } from './values/forms.js';
import { linkLooks } from './links.js';
import { PageLook } from './pages.js';
import { protocolLooks } from './protocol.js';
import { RequestLook } from './requests.js';
import { ResourceLook } from './resources.js';
import { ScoreLook } from './scores.js';
import { StandingLook } from './standing.js';
import { TokenLook } from './token-endpoint.js';
import { UsersLook } from './users.js';

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
