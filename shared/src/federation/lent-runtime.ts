import type { SharedNeed } from './load-shared.ts'
import type { SharedProvider, ShareScope } from './share-scope.ts'

/** Argument of the federation plugin's generated code. */
export interface InitOptions {
  readonly name: string
  readonly shared?: Readonly<Record<string, readonly Pick<SharedProvider, 'version' | 'get' | 'shareConfig'>[]>>
  readonly plugins?: readonly object[]
}

export interface ContainerInstance {
  readonly name: string
  readonly shareScopeMap: Record<string, ShareScope>
  initShareScopeMap(name: string, scope: ShareScope): void
}

/** 0 is loaded. */
type InstalledModules = Record<string, Promise<void> | 0>

/** `__webpack_require__` of a container or a page. */
export interface WebpackRequire {
  /** Modules. */
  readonly m: Record<string, (module: { exports: unknown }) => void>
  /** Cache of modules that have run. */
  readonly c: Record<string, unknown>
  readonly federation: { readonly initOptions: InitOptions; readonly instance: ContainerInstance }
  readonly consumesLoadingData: {
    /** Chunk → ids of modules that others provide. */
    readonly chunkMapping?: Readonly<Record<string, readonly string[]>>
    readonly moduleIdToConsumeDataMapping?: Readonly<Record<string, SharedNeed>>
    readonly load?: (chunkId: string, promises: Promise<unknown>[]) => void
  }
}

export interface ContainerInit {
  readonly webpackRequire: WebpackRequire
  readonly shareScope: ShareScope
}

export interface ConsumeOptions {
  readonly chunkId: string
  readonly chunkMapping: Readonly<Record<string, readonly string[]>>
  readonly installedModules: InstalledModules
  readonly promises: Promise<unknown>[]
  readonly webpackRequire: WebpackRequire
}

export interface BundlerRuntime {
  init(options: Pick<ContainerInit, 'webpackRequire'>): ContainerInstance
  consumes(options: ConsumeOptions): void
}

/**
 * Released containers run with it: what they call stays, also if the page
 * is newer than they are.
 */
export interface LentRuntime {
  readonly runtime: { readonly createInstance: (options: InitOptions & { readonly id?: string }) => ContainerInstance }
  readonly bundlerRuntime: BundlerRuntime
  readonly attachShareScopeMap: (container: WebpackRequire) => void
}

declare global {
  var trazoFederation: LentRuntime | undefined
}
