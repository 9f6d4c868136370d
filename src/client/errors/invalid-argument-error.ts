import { IdSdkError } from './id-sdk-error.js';

/** A method was given something that the service would refuse, or misunderstand. No request was made. */
export class InvalidArgumentError extends IdSdkError {
  override readonly name = 'InvalidArgumentError';
}
