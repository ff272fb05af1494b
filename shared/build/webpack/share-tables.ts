import type { Chunk, ChunkGraph, Compilation, Compiler, Module, RuntimeModule } from 'webpack'
import webpack from 'webpack'

const NAME = 'ShareTables'
const { RuntimeGlobals } = webpack

const FEDERATION = `${RuntimeGlobals.require}.federation`
const CONSUMED = `${RuntimeGlobals.require}.consumesLoadingData`

/** Row of the table of chunks for what the entry itself needs (src/federation/borrowed-runtime.ts). */
const ENTRY = 'entry'

/** Source that the federation plugin generated for a runtime. */
interface Generated {
  readonly chunk: Chunk
  readonly chunkGraph: ChunkGraph
  /** Webpack's types leave it open. */
  readonly results: { getData(module: Module, runtime: Chunk['runtime'], key: string): unknown }
}

const modulesOf = (of: Chunk, kind: string, { chunkGraph }: Generated): Module[] => {
  const { compareModulesByIdentifier } = webpack.util.comparators
  return [...(chunkGraph.getOrderedChunkModulesIterableBySourceType(of, kind, compareModulesByIdentifier) ?? [])]
}

interface Provided {
  readonly name: string
  /** As source text. */
  readonly version: string
  readonly getter: string
  readonly shareConfig: { readonly requiredVersion: string }
}

/** @returns the modules that a page provides: all strict singletons */
const provided = (generated: Generated): string => {
  const { chunk, results } = generated
  const options = [...chunk.getAllReferencedChunks()]
    .flatMap((of) => modulesOf(of, 'share-init', generated))
    .map((module) => results.getData(module, chunk.runtime, 'share-init-option') as Provided)
  const byName = new Map(options.map((option) => [option.name, option]))
  const rows = [...byName.values()].map(
    ({ name, version, getter, shareConfig }) =>
      `share(${JSON.stringify(name)}, ${version}, ${JSON.stringify(shareConfig.requiredVersion)}, ${getter});`,
  )
  if (rows.length === 0) return ''
  return `const shared = ${FEDERATION}.initOptions.shared = {};
const share = (name, version, requiredVersion, get) => {
  shared[name] = [{ version, get, shareConfig: { singleton: true, strictVersion: true, requiredVersion, eager: false } }];
};
${rows.join('\n')}`
}

interface Consumed {
  readonly shareKey: string
  readonly shareConfig: { readonly requiredVersion: string }
}

/** @returns the modules that a remote takes from the page, by chunk: all strict singletons without a copy */
const consumed = (generated: Generated): string => {
  const { chunk, chunkGraph, results } = generated
  const needs = new Map<string, Consumed>()
  const idsIn = (of: Chunk): (string | number)[] =>
    modulesOf(of, 'consume-shared', generated).flatMap((module) => {
      const id = chunkGraph.getModuleId(module)
      if (id === null) return []
      needs.set(String(id), results.getData(module, chunk.runtime, 'consume-shared') as Consumed)
      return [id]
    })
  const initial = [...chunk.getAllInitialChunks()].flatMap(idsIn)
  const later = [...chunk.getAllAsyncChunks()].map((of) => [of.id, idsIn(of)] as const)
  const rows = Object.fromEntries([[ENTRY, initial] as const, ...later].filter(([, ids]) => ids.length > 0))
  const keys = [...needs].map(([id, { shareKey, shareConfig }]) => [id, shareKey, shareConfig.requiredVersion] as const)
  const byRange = Map.groupBy(keys, ([, , range]) => range)
  const lists = [...byRange].map(
    ([range, list]) => `[${JSON.stringify(range)}, ${JSON.stringify(Object.fromEntries(list))}]`,
  )
  return `const needs = {};
for (const [requiredVersion, keys] of [${lists.join(', ')}])
  for (const id in keys) needs[id] = { shareKey: keys[id], requiredVersion, shareScope: ["default"], singleton: true, strictVersion: true };
const installedModules = {}, moduleToHandlerMapping = {}, chunkMapping = ${JSON.stringify(rows)};
const load = (chunkId, promises) => ${FEDERATION}.bundlerRuntime.consumes({ chunkId, promises, chunkMapping, installedModules, moduleToHandlerMapping, webpackRequire: ${RuntimeGlobals.require} });
${CONSUMED} = { chunkMapping, moduleIdToConsumeDataMapping: needs, load };
(${RuntimeGlobals.ensureChunkHandlers} ||= {}).consumes = load;`
}

interface FederationModule extends RuntimeModule {
  readonly initOptionsWithoutShared?: object
}

const options = ({ initOptionsWithoutShared = {} }: FederationModule): string =>
  `${FEDERATION} = { initOptions: ${JSON.stringify(initOptionsWithoutShared)} };
${CONSUMED} = {};`

/** Also webpack's own module for sharing, which has the same name: of two equal tables, only the first is written. */
const tables: Readonly<Record<string, (generated: Generated, module: FederationModule) => string>> = {
  'federation runtime': (_generated, module) => options(module),
  sharing: provided,
  consumes: consumed,
}

/** Nothing for compilations without code, such as those of style sheets. */
const tableFor = (module: RuntimeModule): string | null => {
  const { chunk, chunkGraph, compilation } = module
  const results = compilation?.codeGenerationResults
  return chunk && chunkGraph && results ? (tables[module.name]?.({ chunk, chunkGraph, results }, module) ?? null) : null
}

/**
 * Smaller tables for a runtime that only shares: strict singletons in one
 * scope, without copies in remotes.
 */
export class ShareTablesPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap(NAME, (compilation: Compilation) => {
      const written = new WeakMap<Chunk, Set<string>>()
      compilation.hooks.runtimeModule.tap(NAME, (module, chunk) => {
        if (!tables[module.name]) return
        const names = written.get(chunk) ?? new Set()
        written.set(chunk, names)
        module.generate = names.has(module.name) ? () => null : () => tableFor(module)
        names.add(module.name)
      })
    })
  }
}
