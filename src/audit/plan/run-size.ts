/** How many faults go together into one sandbox of a run: fewer after a run that could not be judged, more again after one that could. */

/** As long as nothing is known about the client. */
const FIRST_FAULTS = 8;
/** Of a kind that the client is known to cope with. */
const MOST_FAULTS = 16;

export class RunSize {
  #faults = MOST_FAULTS;
  #includesVariants = true;

  /** @param isKnown whether the client is known to cope with each of the faults */
  faults(isKnown: boolean): number {
    return Math.min(isKnown ? MOST_FAULTS : FIRST_FAULTS, this.#faults);
  }

  /** Whether variants are tried beside other faults. */
  get includesVariants(): boolean {
    return this.#includesVariants;
  }

  /** Records that a run with so many faults could be judged. */
  couldJudge(faults: number): void {
    if (faults >= this.#faults) this.#faults = Math.min(MOST_FAULTS, this.#faults * 2);
  }

  /** Records that faults were too many for one run, without one that breaks it by itself. */
  tooManyFaults(): void {
    this.#faults = Math.max(2, Math.min(this.#faults, FIRST_FAULTS) >> 1);
  }

  /** Records that a fault breaks a run by itself, so that its company did nothing wrong. */
  culpritFound(): void {
    this.#faults = MOST_FAULTS;
    this.#includesVariants = true;
  }

  /** Records that a run with variants beside other faults could not be judged. */
  keepVariantsApart(): void {
    this.#includesVariants = false;
  }
}
