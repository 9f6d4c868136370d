/** Recognizes clients that do not speak the protocol of the port, by the error with which their connections fail. */

import type { RefusalReason } from '../../refused-connections.js';

/** An error of Node's parser, or of TLS. */
export interface ConnectionError extends NodeJS.ErrnoException {
  /** The last bytes that were received. */
  readonly rawPacket?: Buffer;
}

/** The type of a TLS record that contains a handshake (RFC 8446 section 5.1): the first byte of every client. */
const TLS_HANDSHAKE = 0x16;
/** A request line whose method the parser does not know (RFC 9112 section 3). */
const REQUEST_LINE = /^[!#$%&'*+.^`|~\w-]+ \S+ HTTP\/1\.[01]\r?\n/;

/** Undefined if the connection merely ended, or took too long: many clients connect to see whether a server listens. */
export function refusalReason({ code = '', rawPacket }: ConnectionError): RefusalReason | undefined {
  switch (code) {
    case 'HPE_INVALID_EOF_STATE':
      return undefined;
    case 'HPE_PAUSED_H2_UPGRADE':
    case 'ERR_SSL_NO_APPLICATION_PROTOCOL':
      return 'http2';
    case 'ERR_SSL_HTTP_REQUEST':
    case 'ERR_SSL_HTTPS_PROXY_REQUEST':
      return 'plain-http';
    case 'HPE_INVALID_METHOD':
      if (rawPacket?.[0] === TLS_HANDSHAKE) return 'tls';
      return REQUEST_LINE.test(rawPacket?.toString('latin1') ?? '') ? 'method' : 'malformed';
    default:
      if (code.startsWith('ERR_SSL_')) return 'handshake';
      return code.startsWith('HPE_') ? 'malformed' : undefined;
  }
}
