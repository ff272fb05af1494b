import type { FolderPath } from '../release-files/open-below.ts'

export interface SharedDocument {
  readonly text: string
  readonly version: string
}

export interface SharedFolder {
  /** Below `releases`: `mf_auth/1`. */
  readonly path: string
  readonly lastUsed: Date
}

/** Of several machines. Calls reject with ReleaseError `away`. */
export interface SharedReleases {
  readDocument(name: string, known?: string): Promise<SharedDocument | 'same' | undefined>
  /** @throws ReleaseError `busy` if `version` is not the present one */
  replaceDocument(name: string, text: string, version: string | undefined): Promise<void>
  /** @throws ReleaseError `refused` if it has other files there */
  push(path: string): Promise<void>
  pull(path: string, problemIn: (copy: FolderPath) => Promise<string | undefined>): Promise<boolean>
  list(): Promise<readonly SharedFolder[]>
  touch(path: string): Promise<void>
  remove(path: string): Promise<void>
  /** Deletes old files of no folder. */
  sweep(now: Date): Promise<void>
  close(): void
}

export interface ReleaseStore {
  /** With `shared`, `releases` in it is a cache. */
  readonly dataDir: string
  readonly shared?: SharedReleases | undefined
}
