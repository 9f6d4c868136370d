/** The OpenAPI documents with this emulator's own address, so that tools that read them know where to send requests. */

import type { OpenApiDocument, ServerObject } from '../contract/document.js';

/** The service's contract. */
export function serviceDocument(document: OpenApiDocument, address: string): object {
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    item.servers ? { ...item, servers: [{ url: address }] } : item,
  ]);
  return { ...withAddress(document, address), paths: Object.fromEntries(paths) as object };
}

/** The control plane's own. */
export function controlDocument(document: OpenApiDocument, address: string): object {
  return withAddress(document, address);
}

function withAddress(document: OpenApiDocument, address: string): OpenApiDocument {
  const servers = document.servers.map((server): ServerObject => ({
    ...server,
    url: server.url.replace(/^\{\w+\}/, address),
    ...{ variables: undefined },
  }));
  return { ...document, servers };
}
