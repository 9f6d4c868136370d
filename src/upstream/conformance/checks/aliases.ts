/** What revision 2026-04 adds to look-ups: the alias of a party. */

import { type CheckGroup, type Observation, holdsIf } from '../check.js';
import { NothingToCheck } from '../errors.js';
import { UNKNOWN } from './examples.js';
import type { Service } from '../service.js';
import { findsNothing } from './refused-reads.js';
import { sameCredentials } from './resolution.js';
import { lookUp } from './requests.js';
import { type CheckRows, checksOf, point, tentative } from './table.js';

const GROUP = 'aliases';
const SINCE = '2026-04';
const POINT = 'resolveCredentials.a';
/** The ending of the full name, after the label. */
const SUFFIX = '.5n.xyz';

const KNOWN: CheckRows = {
  known: point(POINT).run('a look-up by alias finds credentials', async (service) =>
    holdsIf((await lookUp(service, { a: label(service) })).length > 0, 'nothing was found'),
  ),
  'full-name': tentative(POINT).run(
    `the label alone and the label with ${SUFFIX} find the same credentials`,
    async (service) => sameAs(service, label(service) + SUFFIX),
  ),
  case: point(`${POINT}:matching`).run('an alias is matched without regard to case', async (service) =>
    sameAs(service, label(service).toUpperCase()),
  ),
  blanks: point(`${POINT}:matching`).run('a look-up ignores blanks around an alias', async (service) =>
    sameAs(service, ` ${label(service)} `),
  ),
  agree: point(POINT).run('look-ups by alias and by party ID agree', async (service) => {
    const credentials = await lookUp(service, { a: label(service) });
    const [first] = credentials;
    if (first === undefined) throw new NothingToCheck('the look-up by alias finds nothing');
    const reverse = await lookUp(service, { partyId: String(first['partyId']) });
    return sameCredentials(credentials, reverse, 'the two look-ups find different credentials');
  }),
};

const OTHERS: CheckRows = {
  unknown: point('resolveCredentials:no-match').row('a look-up by an unknown alias returns an empty list', {
    request: ['resolveCredentials', { query: { a: UNKNOWN.alias } }],
    expect: findsNothing('an alias that no party can have'),
  }),
  'with-q': point(POINT).row('a look-up by both alias and q returns 400', {
    request: ['resolveCredentials', { query: { a: UNKNOWN.alias, q: UNKNOWN.email } }],
  }),
  'with-party': point(POINT).row('a look-up by both alias and partyId returns 400', {
    request: ['resolveCredentials', { query: { a: UNKNOWN.alias, partyId: UNKNOWN.partyId } }],
  }),
  blank: point(`${POINT}:refusal`).row('a look-up by a blank alias returns 400', {
    request: ['resolveCredentials', { query: { a: '  ' } }],
  }),
};

export const ALIASES: CheckGroup = {
  name: GROUP,
  title: 'aliases',
  checks: [...checksOf(GROUP, KNOWN, { since: SINCE, needs: ['alias'] }), ...checksOf(GROUP, OTHERS, { since: SINCE })],
};

function label({ inputs: subject }: Service): string {
  return subject.alias!.replace(SUFFIX, '');
}

async function sameAs(service: Service, otherForm: string): Promise<Observation> {
  return sameCredentials(
    await lookUp(service, { a: label(service) }),
    await lookUp(service, { a: otherForm }),
    'the two forms of the same alias find different credentials',
  );
}
