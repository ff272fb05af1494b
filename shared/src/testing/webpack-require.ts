import shareOnly from '../federation/bundler-runtime.ts'
import type { InitOptions, WebpackRequire } from '../federation/lent-runtime.ts'

interface Build extends InitOptions {
  /** Shared module → range; also its id in the container. */
  readonly needs?: Readonly<Record<string, string>>
}

/** The one chunk of the build, which needs everything. */
const CHUNK = 'app'

/** What webpack generates for a container or a page, as far as the federation runtime uses it. */
export const webpackRequireOf = ({ needs = {}, ...initOptions }: Build) => {
  const mapping = Object.entries(needs).map(([shareKey, requiredVersion]) => [shareKey, { shareKey, requiredVersion }])
  const webpackRequire: WebpackRequire = {
    m: {},
    c: {},
    federation: { initOptions, instance: shareOnly.runtime.createInstance(initOptions) },
    consumesLoadingData: {
      chunkMapping: { [CHUNK]: Object.keys(needs) },
      moduleIdToConsumeDataMapping: Object.fromEntries(mapping),
    },
  }
  const installedModules = {}
  return {
    webpackRequire,
    /** As `import()` of the chunk. */
    async load(): Promise<void> {
      const promises: Promise<unknown>[] = []
      shareOnly.bundlerRuntime.consumes({
        chunkId: CHUNK,
        chunkMapping: {},
        installedModules,
        promises,
        webpackRequire,
      })
      await Promise.all(promises)
    },
    /** As `require()`. */
    run(id: string): unknown {
      const module = { exports: undefined }
      webpackRequire.m[id]?.(module)
      return module.exports
    },
  }
}
