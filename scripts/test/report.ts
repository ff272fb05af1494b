export interface Failure {
  /** Relative to the workspace. */
  readonly file: string
  readonly title: string
  readonly message: string
  readonly trace?: string
  readonly repeat?: string
}

export interface TimedFile {
  readonly file: string
  readonly ms: number
}

export interface Report {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly files: readonly TimedFile[]
  readonly failures: readonly Failure[]
}

export const nothing: Report = { passed: 0, failed: 0, skipped: 0, files: [], failures: [] }

/** Reports a stage without tests, or a runner without report. */
export const failedStage = (title: string, message: string): Report => ({
  ...nothing,
  failed: 1,
  failures: [{ file: '', title, message }],
})

export const add = (a: Report, b: Report): Report => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  files: [...a.files, ...b.files],
  failures: [...a.failures, ...b.failures],
})
