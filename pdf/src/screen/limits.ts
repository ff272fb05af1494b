const MiB = 1024 * 1024

/** The thread also has time and memory limits. */
export interface ScreeningLimits {
  /** Of arrays and dictionaries. */
  readonly depth: number
  /** Includes members of object streams. */
  readonly objects: number
  /** Bytes. */
  readonly inflatedStream: number
  /** Bytes of all streams together. */
  readonly inflatedTotal: number
  /** Per stream. */
  readonly filters: number
  /** Bytes read and references followed, for any file. */
  readonly work: number
  /**
   * More units per byte of the file and its object streams;
   * honest files read each about twice.
   */
  readonly workPerByte: number
  readonly findings: number
}

/** Bytes, counts and units of work. Files with more are refused, not screened in part. */
export const screeningLimits: ScreeningLimits = {
  depth: 100,
  objects: 500_000,
  inflatedStream: 64 * MiB,
  inflatedTotal: 256 * MiB,
  filters: 8,
  work: 4 * MiB,
  workPerByte: 5,
  findings: 100,
}

/** Reported as a finding: a file that cannot be screened is not accepted. */
export class ScreeningLimitError extends Error {
  readonly code: 'PDF_TOO_COMPLEX' | 'PDF_BOMB'

  constructor(code: 'PDF_TOO_COMPLEX' | 'PDF_BOMB', message: string) {
    super(message)
    this.name = 'ScreeningLimitError'
    this.code = code
  }
}

/** Counts steps instead of time, so that a verdict does not depend on the machine. */
export class WorkBudget {
  #units: number
  #spent = 0

  constructor(units: number) {
    this.#units = units
  }

  get spent(): number {
    return this.#spent
  }

  grant(units: number): void {
    this.#units += units
  }

  /** @throws ScreeningLimitError */
  spend(units: number): void {
    this.#spent += units
    if (this.#spent > this.#units)
      throw new ScreeningLimitError('PDF_TOO_COMPLEX', 'reading the document takes too much work')
  }
}

/** Opened object streams grant more. */
export const budgetFor = (bytes: Uint8Array, { work, workPerByte }: ScreeningLimits): WorkBudget =>
  new WorkBudget(work + bytes.length * workPerByte)
