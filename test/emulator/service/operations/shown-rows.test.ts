/**
 * Filters, orders and searches of the users list select by what its rows show, in each variant that changes what they
 * show.
 */

import { expect, test } from 'vitest';
import { startInstitution } from '../../../institution.js';
import { allPages } from '../../../pages.js';

type Row = Readonly<Record<string, unknown>>;

const VARIANTS = ['', 'kyc-approved=successful', 'status-case=lower', 'unapproved-identity=hidden', 'users-row=party'];

const VALUES = {
  status: ['ACTIVE', 'INACTIVE', 'BLOCKED'],
  reqStatus: ['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED'],
  kycStatus: ['TO_DO', 'IN_REVIEW', 'SUCCESSFUL', 'REJECTED', 'BLOCKED', 'EXPIRED', 'APPROVED'],
};
const ORDERS = ['id', 'fullName', 'email', 'regDate', 'kycStatus', 'reqStatus', 'status'];

test.each(VARIANTS)(
  'with the variant "%s", the users list is filtered, ordered and searched by its rows',
  async (variant) => {
    const [point = '', name = ''] = variant.split('=');
    const institution = await startInstitution({
      population: 60,
      ...(variant !== '' && { variants: { [point]: name } }),
    });
    const rowsOf = (query: string): Promise<Row[]> =>
      allPages<Row>(institution, `/institutions/me/users?${query}`, 100);
    const all = await rowsOf('');
    const ids = (rows: readonly Row[]): unknown[] => rows.map(({ id }) => id);
    const isLower = variant === 'status-case=lower';
    for (const [parameter, values] of Object.entries(VALUES)) {
      for (const value of values) {
        const given = isLower && parameter !== 'kycStatus' ? value.toLowerCase() : value;
        const wanted = all.filter((row) => row[parameter] === given);
        expect(ids(await rowsOf(`${parameter}=${given}`)), `${parameter}=${given}`).toEqual(ids(wanted));
      }
    }
    for (const orderBy of ORDERS) {
      for (const orderType of ['ASC', 'DESC']) {
        const rows = await rowsOf(`orderBy=${orderBy}&orderType=${orderType}`);
        const shown = rows.map((row) => comparable(row[orderBy]));
        const sorted = shown.toSorted((a, b) => (a === b ? 0 : a < b === (orderType === 'ASC') ? -1 : 1));
        expect(shown, `${orderBy} ${orderType}`).toEqual(sorted);
      }
    }
    for (const term of termsOf(all)) {
      const found = all.filter((row) =>
        [row['fullName'], row['email'], row['partyId']].some((text) =>
          typeof text === 'string' ? text.toLowerCase().includes(term.toLowerCase()) : false,
        ),
      );
      const rows = await rowsOf(`search=${encodeURIComponent(term)}`);
      expect(ids(rows), `search=${term}`).toEqual(ids(found));
    }
    await institution.close();
  },
);

/** Texts are compared in lower case, and a missing text is the lowest. */
function comparable(value: unknown): string | number {
  return typeof value === 'number' ? value : ((value as string | undefined)?.toLowerCase() ?? '');
}

/** Parts of what some rows show. */
function termsOf(rows: readonly Row[]): readonly string[] {
  return rows
    .filter((_, at) => at % 30 === 0)
    .flatMap(({ fullName, email, partyId }) =>
      [fullName, email, partyId].flatMap((text) => (typeof text === 'string' ? [text.slice(1, 6), text] : [])),
    );
}
