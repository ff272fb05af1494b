import { createHash } from 'node:crypto'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import type { Chunk, Compilation, Compiler } from 'webpack'
import webpack from 'webpack'

const NAME = 'ChunkIntegrity'
const { RuntimeGlobals, RuntimeModule, sources } = webpack
const { LoadScriptRuntimeModule } = webpack.runtime

/** Where the container's runtime keeps the hashes: chunk → those of its script and of its style sheet. */
const TABLE = `${RuntimeGlobals.require}.sri`

/** SHA-256, 44 characters: the table travels with every container, and three quarters of a longer hash would be noise. */
const digest = (content: string | Buffer): string => createHash('sha256').update(content).digest('base64')

/** As browsers take it. The last character is always the same: the runtime adds it, and the name. */
export const chunkIntegrity = (content: string | Buffer): string => `sha256-${digest(content)}`

/** Stands for a hash until the files have got theirs: as long as one, and nothing else reads like it. */
const placeholder = (kind: Kind, id: Chunk['id']): string => digest(`placeholder ${kind} ${id}`).slice(0, -1)

const kinds = ['js', 'css'] as const
type Kind = (typeof kinds)[number]

const fileOf = (chunk: Chunk, kind: Kind): string | undefined =>
  [...chunk.files].find((file) => file.endsWith(`.${kind}`))

/** Chunks that this runtime may ask for. */
const chunksOf = (runtime: Chunk): Chunk[] => [...runtime.getAllAsyncChunks()]

class IntegrityTable extends RuntimeModule {
  constructor() {
    super('chunk integrity', RuntimeModule.STAGE_BASIC)
  }

  override generate(): string {
    const { chunk, compilation, chunkGraph } = this
    if (!chunk || !compilation || !chunkGraph) throw new Error('the runtime belongs to no chunk')
    const hasStyles = (of: Chunk) =>
      chunkGraph.getChunkModulesIterableBySourceType(of, 'css/mini-extract') !== undefined
    const rows = chunksOf(chunk).map((of) => [
      of.id,
      kinds.filter((kind) => kind === 'js' || hasStyles(of)).map((kind) => placeholder(kind, of.id)),
    ])
    return `${TABLE} = ${JSON.stringify(Object.fromEntries(rows))};
${TABLE}.query = (/\\?attempt=\\d+$/.exec(document.currentScript?.src) || [""])[0];`
  }
}

/**
 * What a released container's loader does with each element, before the browser sees it. The chunks of a further attempt
 * are asked for past every cache, as its container was: a browser keeps what had the wrong hash.
 */
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

/** The runtime's file with each placeholder replaced by the hash of what was written. */
const withHashes = (compilation: Compilation, runtime: Chunk, source: string): string => {
  let text = source
  for (const chunk of chunksOf(runtime))
    for (const kind of kinds) {
      const file = fileOf(chunk, kind)
      if (!file) continue
      const place = placeholder(kind, chunk.id)
      if (!text.includes(place)) throw new Error(`${file} has no place in the table of its container`)
      text = text.replace(place, digest(compilation.getAsset(file)?.source.buffer() ?? '').slice(0, -1))
    }
  return text
}

/**
 * Lets a container load nothing but the scripts and style sheets that it was built with: each element gets the hash of
 * its file (docs/decisions/0020-integrity-and-tools.md). The hashes are known only when every file has its last form,
 * so the container is written with placeholders that are replaced then.
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
          const file = fileOf(runtime, 'js')
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
