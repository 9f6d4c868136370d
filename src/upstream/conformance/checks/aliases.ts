/** What revision 2026-04 adds to look-ups: the alias of a party. */

import { type Observation, holdsIf } from '../check.js';
import { NothingToCheck } from '../exchange.js';
import { UNKNOWN } from './examples.js';
import type { Service } from '../service.js';
import { findsNothing } from './refused-reads.js';
import { sameCredentials } from './resolution.js';
import { foundBy, lookUp } from './requests.js';
import { type CheckRows, type GroupTables, point, statusRows, tentative } from './table.js';

const POINT = 'resolveCredentials.a';
/** The ending of the full name, after the label. */
const SUFFIX = '.5n.xyz';

const KNOWN: CheckRows = {
  known: point(POINT).run('a look-up by alias finds credentials', async (service) =>
    holdsIf((await foundBy(service, { a: label(service) })).length > 0, 'nothing was found'),
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
    const credentials = await foundBy(service, { a: label(service) });
    const [first] = credentials;
    if (first === undefined) throw new NothingToCheck('the look-up by alias finds nothing');
    const reverse = await foundBy(service, { partyId: String(first['partyId']) });
    return sameCredentials(credentials, reverse, 'the two look-ups find different credentials');
  }),
};

const { alias: a, email: q, partyId } = UNKNOWN;

const OTHERS: CheckRows = {
  unknown: point('resolveCredentials:no-match').row('a look-up by an unknown alias returns an empty list', {
    request: lookUp({ a }),
    expect: findsNothing('an alias that no party can have'),
  }),
  ...statusRows(400, {
    'with-q': [POINT, 'a look-up by both alias and q', lookUp({ a, q })],
    'with-party': [POINT, 'a look-up by both alias and partyId', lookUp({ a, partyId })],
    blank: [`${POINT}:refusal`, 'a look-up by a blank alias', lookUp({ a: '  ' })],
  }),
};

export const ALIASES: GroupTables = {
  name: 'aliases',
  title: 'aliases',
  since: '2026-04',
  tables: [{ needs: ['alias'], rows: KNOWN }, { rows: OTHERS }],
};

function label({ inputs: subject }: Service): string {
  return subject.alias!.replace(SUFFIX, '');
}

async function sameAs(service: Service, otherForm: string): Promise<Observation> {
  return sameCredentials(
    await foundBy(service, { a: label(service) }),
    await foundBy(service, { a: otherForm }),
    'the two forms of the same alias find different credentials',
  );
}
