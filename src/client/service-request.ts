/** A request, ready to be sent but for its token. */

export interface ServiceRequest {
  readonly operation: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** The URL as others may see it. */
  readonly shownUrl: string;
  readonly body?: string;
  readonly contentType?: string;
  /** Whether it does no harm to send it twice. */
  readonly isRepeatable: boolean;
  /** Whether its answer is a secret. */
  readonly isConfidential?: true;
}
