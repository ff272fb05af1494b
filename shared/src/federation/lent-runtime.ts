import type { getInstance } from '@module-federation/enhanced/runtime'

type Instance = NonNullable<ReturnType<typeof getInstance>>
type RuntimeOptions = Instance['options']

type Create = (options: RuntimeOptions) => Instance

interface Runtime {
  readonly init: Create
  readonly createInstance: Create
}

/** `__webpack_require__` of a container. */
interface Container {
  readonly federation: { readonly initOptions: RuntimeOptions; readonly instance: Instance; readonly runtime: Runtime }
  I(scope: string, initScope: readonly unknown[]): unknown
}

export interface ContainerInit {
  readonly webpackRequire: Container
  readonly shareScope: Instance['shareScopeMap'][string]
  readonly initScope: readonly unknown[]
}

export interface LentRuntime {
  readonly runtime: Runtime
  readonly bundlerRuntime: object
  readonly attachShareScopeMap: (container: Container) => void
}

declare global {
  var trazoFederation: LentRuntime | undefined
}
