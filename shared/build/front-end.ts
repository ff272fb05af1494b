import type { RemoteName } from '../src/contract/remote.ts'

/** The shell's container name; the federation runtime joins it under this name. */
export const SHELL_NAME = 'shell'

/** What a remote's pages may have before its container is there. */
export interface EarlyStart {
  /** Module below the package that the page runs at once. It stands alone: nothing shared, nothing of the container. */
  readonly script?: string
  /** Names (`webpackChunkName`) of the chunks that every page of the remote is going to ask for. */
  readonly chunks: readonly string[]
}

/** What a front end's `build.ts` says about itself; the preset knows the rest. */
export interface FrontEnd {
  /** Absolute path of the package: `import.meta.dirname`. */
  readonly root: string
  /** Name of the container: an identifier, or the federation runtime fails with a misleading message. */
  readonly name: RemoteName | typeof SHELL_NAME
  /** Port of the dev server. */
  readonly devPort: number
  /** Request → absolute file, for libraries of which a particular build is needed. */
  readonly alias?: Readonly<Record<string, string>>
  /** Request → address of a native module that the site serves: imported from there instead of being bundled. */
  readonly served?: Readonly<Record<string, string>>
  readonly early?: EarlyStart
}

/** `release`: the deployed build. `dev`: the front end alone, with hot updates. */
export type BuildMode = 'release' | 'dev'

export const isShell = ({ name }: FrontEnd): boolean => name === SHELL_NAME
