/** Thrown where a Pact broker does not give what is asked of it; the text is one line, with the remedy where there is one. */
export class BrokerError extends Error {
  override readonly name = 'BrokerError';
}

/** Thrown where it is not said whose pacts are wanted: a broker has those of many providers. */
export class MissingProviderError extends Error {
  override readonly name = 'MissingProviderError';

  constructor() {
    super(
      'a broker is asked for the pacts of one provider, but none is named; name it with --provider (option "provider"), as the consumers call it',
    );
  }
}
