/** A refused access token has a reason: what the header has, where the token is, and whose it is. */

import { startEmulator } from '../../../src/index.js';
import { fetchedBy, sandboxesOf, testExchanges } from '../../exchanges.js';
import { at } from '../../written-values.js';
import { untilEnd } from '../../until-end.js';

const open = sandboxesOf(await untilEnd(startEmulator({ population: 0 })));

testExchanges(
  new URL('authorization-forms.yaml', import.meta.url),
  async () => {
    const sender = await open({});
    const [, , signature] = (sender.values!['own'] as string).split('.');
    return { ...sender, values: { ...sender.values, signature, dollar: '$TOKEN' } };
  },
  {
    /** The verdict on the rule that these clients break. */
    broken: async (sender) => {
      const { json } = await fetchedBy(sender, 'control/behaviour');
      return (at(json, 'verdicts') as { rule: string }[]).find(({ rule }) => rule === 'token-with-every-call');
    },
  },
);
