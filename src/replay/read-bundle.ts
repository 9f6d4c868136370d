/** Reads a bundle and says what does not fit. */

import { violationSentence, violationsOf } from '../contract/violation.js';
import { type Bundle, BUNDLE_FORMAT, BUNDLE_VERSION } from '../control/bundle.js';
import { compileSchema } from '../documents/check-document.js';
import { DocumentError, readText } from '../documents/read-document.js';

/**
 * The bundle in a file; its state is checked when it is restored.
 * @throws DocumentError
 */
export function readBundle(file: string, schema: object): Bundle {
  const refuse = (message: string): DocumentError => new DocumentError(file, [{ message }]);
  const document = parsed(file, refuse);
  const { format, version } = (document ?? {}) as { format?: unknown; version?: unknown };
  if (format !== BUNDLE_FORMAT) throw refuse('this is no bundle; GET /_emulator/sandboxes/{id}/bundle writes one');
  if (version !== BUNDLE_VERSION)
    throw refuse(
      `/version: expected ${BUNDLE_VERSION}, found ${JSON.stringify(version)}: the bundle is of another version`,
    );
  const validate = compileSchema(schema);
  if (!validate(document))
    throw refuse(
      violationsOf(validate.errors ?? [], 'body')
        .map(violationSentence)
        .join(' '),
    );
  return document as Bundle;
}

function parsed(file: string, refuse: (message: string) => DocumentError): unknown {
  try {
    return JSON.parse(readText(file));
  } catch (error) {
    throw error instanceof SyntaxError ? refuse(`this is not valid JSON: ${error.message}`) : error;
  }
}
