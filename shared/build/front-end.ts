import type { AddedMount } from '../src/contract/site/added-mounts.ts'
import type { RemoteName } from '../src/contract/site/remote.ts'

/** In the federation runtime. */
export const SHELL_NAME = 'shell'

interface PrerenderSource {
  /** Must not import shared modules or the container. */
  readonly script?: string
  /** Paths of its pages, as mounted. */
  readonly pages: readonly string[]
}

/** All that a front end's `build.ts` states; the preset does the rest. */
export interface FrontEnd {
  /** `import.meta.dirname`. */
  readonly root: string
  /**
   * An identifier: otherwise the federation runtime fails with a
   * misleading message.
   */
  readonly name: RemoteName | typeof SHELL_NAME
  readonly devPort: number
  /** Request → absolute file, for a specific build of a library. */
  readonly alias?: Readonly<Record<string, string>>
  /** Request → URL of a native module that the site serves. */
  readonly served?: Readonly<Record<string, string>>
  readonly prerender?: PrerenderSource
  /** Of a remote that the shell does not know (docs/registry.md). */
  readonly mounts?: readonly AddedMount[]
  /** `mf_reports/summary` → version of the props, 1 by default. */
  readonly slotVersions?: Readonly<Record<string, number>>
}

/** `dev` serves from memory; `release` writes to `dist/`. */
export type BuildMode = 'release' | 'dev'

export const isShell = ({ name }: Pick<FrontEnd, 'name'>): boolean => name === SHELL_NAME
