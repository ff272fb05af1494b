const MiB = 1024 * 1024

/** Bounds of the walk, beside the time and memory limits of the thread it runs in. */
export interface ScreeningLimits {
  /** Nesting of arrays and dictionaries. */
  readonly depth: number
  /** Indirect objects of the file, those of object streams included. */
  readonly objects: number
  /** Bytes that one stream may inflate to. */
  readonly inflatedStream: number
  /** Bytes that all streams together may inflate to. */
  readonly inflatedTotal: number
  /** Filters on one stream. */
  readonly filters: number
  /** Units of work (bytes read, references followed) that every file may take. */
  readonly work: number
  /** Further units for each byte of the file and of its object streams: honest files read each some two times. */
  readonly workPerByte: number
  /** Findings that are kept. */
  readonly findings: number
}

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

/** The walk was given up: the document is beyond a limit. */
export class ScreeningLimitError extends Error {
  readonly code: 'PDF_TOO_COMPLEX' | 'PDF_BOMB'

  constructor(code: 'PDF_TOO_COMPLEX' | 'PDF_BOMB', message: string) {
    super(message)
    this.name = 'ScreeningLimitError'
    this.code = code
  }
}

/** Counts work as it is done. */
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

  /** @throws ScreeningLimitError when the budget is used up */
  spend(units: number): void {
    this.#spent += units
    if (this.#spent > this.#units)
      throw new ScreeningLimitError('PDF_TOO_COMPLEX', 'reading the document takes too much work')
  }
}

/** What reading a file of this size may take; what its object streams inflate to is granted as they are opened. */
export const budgetFor = (bytes: Uint8Array, { work, workPerByte }: ScreeningLimits): WorkBudget =>
  new WorkBudget(work + bytes.length * workPerByte)
