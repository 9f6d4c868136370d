import { IdSdkError } from './id-sdk-error.js';

/** `connect` was given something that cannot work. */
export class ConfigurationError extends IdSdkError {
  override readonly name = 'ConfigurationError';
}
