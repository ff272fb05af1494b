import { type FileHandle, open } from 'node:fs/promises'

interface GroupCommitOptions {
  /** Path of the WAL, which SQLite keeps while a connection is open; without one SQLite stores commits. */
  readonly log: string | undefined
  /** Default: fdatasync in a thread. */
  readonly store?: (log: FileHandle) => Promise<void>
  /** Default: the process ends with the error. Its successor reads, and checks, what is on the disk. */
  readonly onFailure?: (error: Error) => void
}

const endProcess = (error: Error): void => {
  setImmediate(() => {
    throw error
  })
}

/**
 * Stores commits of SQLite on the disk, all at once that came before it.
 *
 * With `synchronous = FULL` SQLite does so in each commit, and the event loop waits. With `NORMAL` a commit is in the
 * log (WAL) and in memory of the operating system; a power cut before the log is stored would take it.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions
  #log: FileHandle | undefined
  #made = 0
  #stored = 0
  #storing: Promise<void> | undefined
  #failure: Error | undefined

  constructor(options: GroupCommitOptions) {
    this.#options = options
  }

  /** A commit is in the log. */
  made(): void {
    this.#made += 1
  }

  /** @throws Error after a failed store */
  refuseAfterFailure(): void {
    if (this.#failure !== undefined) throw this.#failure
  }

  /**
   * Resolves when all commits up to now are on the disk.
   * @throws Error if they may not be
   */
  async stored(): Promise<void> {
    const wanted = this.#made
    while (this.#stored < wanted) {
      this.refuseAfterFailure()
      this.#storing ??= this.#store()
      await this.#storing
    }
  }

  async #store(): Promise<void> {
    // A commit during the store may be too late for it.
    const made = this.#made
    const { log, store = (file) => file.datasync(), onFailure = endProcess } = this.#options
    try {
      this.#log ??= log === undefined ? undefined : await open(log, 'r')
      if (this.#log !== undefined) await store(this.#log)
      this.#stored = made
    } catch (cause) {
      // A second try proves nothing: Linux forgets what it could not write (https://wiki.postgresql.org/wiki/Fsync_Errors).
      this.#failure = new Error('commits of the database may not be on the disk', { cause })
      onFailure(this.#failure)
    } finally {
      this.#storing = undefined
    }
  }

  /** After SQLite has closed the database, and so stored all of it. */
  async close(): Promise<void> {
    await this.#storing
    await this.#log?.close()
  }
}
