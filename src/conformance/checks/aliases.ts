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
/** What stands behind the label in the full name. */
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
    title: `the label alone and with ${SUFFIX} behind it find the same`,
    point: POINT,
    isTentative: true,
    run: async (service) => sameAs(service, label(service) + SUFFIX),
  },
  {
    id: `${GROUP}.case`,
    title: 'an alias does not tell capitals from small letters',
    point: `${POINT}:matching`,
    run: async (service) => sameAs(service, label(service).toUpperCase()),
  },
  {
    id: `${GROUP}.blanks`,
    title: 'a look-up passes over blanks around an alias',
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
      return sameCredentials(credentials, reverse, 'the two find different credentials');
    },
  },
] satisfies readonly Check[];

const OTHERS: readonly Check[] = [
  {
    id: `${GROUP}.unknown`,
    title: 'a look-up by an unknown alias finds an empty list',
    point: 'resolveCredentials:no-match',
    run: async (service) => {
      const { length } = await byAlias(service, UNKNOWN.alias);
      return holdsIf(length === 0, `${length} credentials were found for an alias that nobody can have`);
    },
  },
  statusCheck({
    id: `${GROUP}.with-q`,
    title: 'a look-up by alias and q at once is answered with 400',
    point: POINT,
    operation: 'resolveCredentials',
    call: { query: { a: UNKNOWN.alias, q: UNKNOWN.email } },
  }),
  statusCheck({
    id: `${GROUP}.with-party`,
    title: 'a look-up by alias and partyId at once is answered with 400',
    point: POINT,
    operation: 'resolveCredentials',
    call: { query: { a: UNKNOWN.alias, partyId: UNKNOWN.partyId } },
  }),
  statusCheck({
    id: `${GROUP}.blank`,
    title: 'a look-up by a blank alias is answered with 400',
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
    'in the two forms, the same alias finds other credentials',
  );
}
