/** Recognizes clients that do not speak HTTP/1.1 at all, by the error with which their connections fail. */

import type { RefusalReason } from '../../refused-connections.js';
import type { ConnectionError } from './parser-errors.js';

/** The type of a TLS record that contains a handshake (RFC 8446 section 5.1): the first byte of every client. */
const TLS_HANDSHAKE = 0x16;

/** Why a client's connection is refused; undefined if the client speaks HTTP/1.1, or the connection merely ended. */
export function refusalReason({ code = '', rawPacket }: ConnectionError): RefusalReason | undefined {
  switch (code) {
    case 'HPE_PAUSED_H2_UPGRADE':
    case 'ERR_SSL_NO_APPLICATION_PROTOCOL':
      return 'http2';
    case 'ERR_SSL_HTTP_REQUEST':
    case 'ERR_SSL_HTTPS_PROXY_REQUEST':
      return 'plain-http';
    case 'HPE_INVALID_METHOD':
      return rawPacket?.[0] === TLS_HANDSHAKE ? 'tls' : undefined;
    default:
      return code.startsWith('ERR_SSL_') ? 'handshake' : undefined;
  }
}
