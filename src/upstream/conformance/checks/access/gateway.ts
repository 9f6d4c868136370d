/** What a gateway in front of the service may add to its responses. */

import { holdsIf } from '../../check.js';
import { UNKNOWN } from '../examples.js';
import { linkCheck } from '../requests.js';
import { type CheckRows, type Expectation, type GroupTables, point } from '../table.js';

const ROWS: CheckRows = {
  compression: point('service:compression').expect('responses are not compressed', hasNo('content-encoding')),
  'request-id': point('service:request-id').expect('responses have no X-Request-Id', hasNo('x-request-id')),
  cors: point('checkVerificationStatus:cors').row('web pages of other origins cannot read the public check', {
    request: linkCheck(UNKNOWN.link),
    expect: hasNo('access-control-allow-origin'),
  }),
};

export const GATEWAY: GroupTables = {
  name: 'gateway',
  title: 'headers of gateways',
  rows: ROWS,
  request: ['getUsers'],
};

/** The value of a header may name a person or an address, so only its presence is reported. */
function hasNo(name: string): Expectation {
  return ({ headers }) => {
    const isAbsent = headers[name] === undefined;
    return holdsIf(isAbsent, `the response has ${name}`, isAbsent ? 'nothing' : name);
  };
}
