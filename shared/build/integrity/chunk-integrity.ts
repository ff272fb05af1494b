import { createHash } from 'node:crypto'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import type { Chunk, Compilation, Compiler } from 'webpack'
import webpack from 'webpack'

const NAME = 'ChunkIntegrity'
const { RuntimeGlobals, RuntimeModule, sources } = webpack
const { LoadScriptRuntimeModule } = webpack.runtime

/** Chunk → hashes of its script and style sheet. */
const TABLE = `${RuntimeGlobals.require}.sri`

/** SHA-256, because every container includes the table. */
const sha256Base64 = (content: string | Buffer): string => createHash('sha256').update(content).digest('base64')

/** The runtime adds the prefix and the constant last character. */
export const chunkIntegrity = (content: string | Buffer): string => `sha256-${sha256Base64(content)}`

/** Unique, with the length of a hash. */
const placeholder = (kind: Kind, id: Chunk['id']): string => sha256Base64(`placeholder ${kind} ${id}`).slice(0, -1)

const kinds = ['js', 'css'] as const
type Kind = (typeof kinds)[number]

const chunkFile = (chunk: Chunk, kind: Kind): string | undefined =>
  [...chunk.files].find((file) => file.endsWith(`.${kind}`))

const asyncChunksOf = (runtime: Chunk): Chunk[] => [...runtime.getAllAsyncChunks()]

class IntegrityTable extends RuntimeModule {
  constructor() {
    super('chunk integrity', RuntimeModule.STAGE_BASIC)
  }

  override generate(): string {
    const { chunk, compilation, chunkGraph } = this
    if (!chunk || !compilation || !chunkGraph) throw new Error('the runtime belongs to no chunk')
    const hasStyles = (of: Chunk) =>
      chunkGraph.getChunkModulesIterableBySourceType(of, 'css/mini-extract') !== undefined
    const rows = asyncChunksOf(chunk).map((of) => [
      of.id,
      kinds.filter((kind) => kind === 'js' || hasStyles(of)).map((kind) => placeholder(kind, of.id)),
    ])
    return `${TABLE} = ${JSON.stringify(Object.fromEntries(rows))};
${TABLE}.query = (/\\?attempt=\\d+$/.exec(document.currentScript?.src) || [""])[0];`
  }
}

/** Retries bypass caches, which can contain a file with a wrong hash. */
const checkScript = (source: string): string =>
  `${source}
var sum = (${TABLE}[chunkId] || [])[0];
if (sum) {
  script.integrity = "sha256-" + sum + "=";
  script.src += ${TABLE}.query;
}`

const checkStyleSheet = (source: string, { tag }: { tag: string }): string =>
  `${source}
var sum = (${TABLE}[chunkId] || [])[1];
if (sum) {
  ${tag}.integrity = "sha256-" + sum + "=";
  ${tag}.href += ${TABLE}.query;
}`

const withHashes = (compilation: Compilation, runtime: Chunk, source: string): string => {
  let text = source
  for (const chunk of asyncChunksOf(runtime))
    for (const kind of kinds) {
      const file = chunkFile(chunk, kind)
      if (!file) continue
      const place = placeholder(kind, chunk.id)
      if (!text.includes(place)) throw new Error(`${file} has no place in the table of its container`)
      text = text.replace(place, sha256Base64(compilation.getAsset(file)?.source.buffer() ?? '').slice(0, -1))
    }
  return text
}

/**
 * A container loads only scripts and styles of its build
 * (docs/decisions/0020-integrity-and-tools.md). The hashes are known after
 * the last asset stage; until then there are placeholders.
 */
export class ChunkIntegrityPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const runtimes = new Set<Chunk>()
      compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.loadScript).tap(NAME, (chunk) => {
        runtimes.add(chunk)
        compilation.addRuntimeModule(chunk, new IntegrityTable())
      })
      LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(NAME, checkScript)
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(NAME, checkStyleSheet)
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        for (const runtime of runtimes) {
          const file = chunkFile(runtime, 'js')
          if (file)
            compilation.updateAsset(
              file,
              (source) => new sources.RawSource(withHashes(compilation, runtime, source.source().toString())),
            )
        }
      })
    })
  }
}
