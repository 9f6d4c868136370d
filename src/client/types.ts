/** The parts of the types of responses. Values that a later service may add are allowed everywhere. */

/** One of these values, or one that a later service adds. */
export type OpenEnum<Known extends string> = Known | (string & {});
/** Members that the specification leaves open, or that a later service adds. */
export type FurtherMembers = Readonly<Record<string, unknown>>;
/** An object as given, with all its members, also those that these types do not know: `further(user)['nickname']`. */
export const further = (value: object): FurtherMembers => value as FurtherMembers;
/** The position of a page in the list (section 2.1). */
export interface Pagination {
  offset: number;
  limit: number;
  total: number;
}

/** One page of a list. */
export interface Page<Item> {
  items: Item[];
  pagination: Pagination;
}
