/** An OpenAPI document with the address of this emulator. */

import { serverPath, type OpenApiDocument, type SecurityScheme } from '../../../contract/document.js';
import { mapMembers } from '../../../common/json.js';

/** The document with this emulator's address, so that tools which read it send requests here. */
export function documentAt(document: OpenApiDocument, address: string): OpenApiDocument {
  const schemes = (document.components['securitySchemes'] ?? {}) as Readonly<Record<string, SecurityScheme>>;
  return {
    ...document,
    servers: [{ url: address + serverPath(document) }],
    components: {
      ...document.components,
      securitySchemes: mapMembers(schemes, (scheme) => schemeAt(scheme, address)),
    },
  };
}

/** A security scheme whose URLs begin with the address, since those of the contract are relative. */
function schemeAt(scheme: SecurityScheme, address: string): SecurityScheme {
  if (scheme.type !== 'oauth2') return scheme;
  return { ...scheme, flows: mapMembers(scheme.flows, (flow) => ({ ...flow, tokenUrl: address + flow.tokenUrl })) };
}
