/** Thrown where something that was to be checked is not right. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
}
