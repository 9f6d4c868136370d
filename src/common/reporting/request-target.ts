/** Path and query: `/api/v1/institutions/me/users?limit=5`. @param query as it was sent; empty if there is none */
export function targetOf({ path, query }: { readonly path: string; readonly query: string }): string {
  return query === '' ? path : `${path}?${query}`;
}
