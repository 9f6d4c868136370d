/** What revision 2026-04 adds to look-ups: the alias of a party. */

import { type Check, type CheckGroup, type Observation, holdsIf } from '../check.js';
import { NothingToCheck } from '../errors.js';
import { type Json, objectsIn } from '../read-response.js';
import { UNKNOWN } from './examples.js';
import type { Service } from '../service.js';
import { statusCheck } from './response-checks.js';
import { sameCredentials } from './same-items.js';

const GROUP = 'aliases';
const POINT = 'resolveCredentials.a';
/** The ending of the full name, after the label. */
const SUFFIX = '.5n.xyz';

const KNOWN = [
  {
    id: `${GROUP}.known`,
    title: 'a look-up by alias finds credentials',
    point: POINT,
    run: async (service) => holdsIf((await byAlias(service, label(service))).length > 0, 'nothing was found'),
  },
  {
    id: `${GROUP}.full-name`,
    title: `the label alone and the label with ${SUFFIX} find the same credentials`,
    point: POINT,
    isTentative: true,
    run: async (service) => sameAs(service, label(service) + SUFFIX),
  },
  {
    id: `${GROUP}.case`,
    title: 'an alias is matched without regard to case',
    point: `${POINT}:matching`,
    run: async (service) => sameAs(service, label(service).toUpperCase()),
  },
  {
    id: `${GROUP}.blanks`,
    title: 'a look-up ignores blanks around an alias',
    point: `${POINT}:matching`,
    run: async (service) => sameAs(service, ` ${label(service)} `),
  },
  {
    id: `${GROUP}.agree`,
    title: 'look-ups by alias and by party ID agree',
    point: POINT,
    run: async (service) => {
      const credentials = await byAlias(service, label(service));
      const [first] = credentials;
      if (first === undefined) throw new NothingToCheck('the look-up by alias finds nothing');
      const reverse = objectsIn(
        await service.request('resolveCredentials', { query: { partyId: String(first['partyId']) } }),
        'credentials',
      );
      return sameCredentials(credentials, reverse, 'the two look-ups find different credentials');
    },
  },
] satisfies readonly Check[];

const OTHERS: readonly Check[] = [
  {
    id: `${GROUP}.unknown`,
    title: 'a look-up by an unknown alias returns an empty list',
    point: 'resolveCredentials:no-match',
    run: async (service) => {
      const { length } = await byAlias(service, UNKNOWN.alias);
      return holdsIf(length === 0, `${length} credentials were found for an alias that no party can have`);
    },
  },
  statusCheck({
    id: `${GROUP}.with-q`,
    title: 'a look-up by both alias and q returns 400',
    point: POINT,
    operation: 'resolveCredentials',
    call: { query: { a: UNKNOWN.alias, q: UNKNOWN.email } },
  }),
  statusCheck({
    id: `${GROUP}.with-party`,
    title: 'a look-up by both alias and partyId returns 400',
    point: POINT,
    operation: 'resolveCredentials',
    call: { query: { a: UNKNOWN.alias, partyId: UNKNOWN.partyId } },
  }),
  statusCheck({
    id: `${GROUP}.blank`,
    title: 'a look-up by a blank alias returns 400',
    point: `${POINT}:refusal`,
    operation: 'resolveCredentials',
    call: { query: { a: '  ' } },
  }),
];

/** The group. */
export const ALIASES: CheckGroup = {
  name: GROUP,
  title: 'aliases',
  checks: [...KNOWN.map((check): Check => ({ ...check, needs: ['alias'] })), ...OTHERS].map((check) => ({
    ...check,
    since: '2026-04',
  })),
};

function label({ inputs: subject }: Service): string {
  return subject.alias!.replace(SUFFIX, '');
}

async function byAlias(service: Service, a: string): Promise<readonly Json[]> {
  return objectsIn(await service.request('resolveCredentials', { query: { a } }), 'credentials');
}

async function sameAs(service: Service, otherForm: string): Promise<Observation> {
  return sameCredentials(
    await byAlias(service, label(service)),
    await byAlias(service, otherForm),
    'the two forms of the same alias find different credentials',
  );
}
