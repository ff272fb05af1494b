import type { Chunk, Compilation, Compiler } from 'webpack'

const NAME = 'AppInEntry'

/**
 * One request less for each page of a remote: every page loads its
 * `app.tsx`. No page would load style sheets of an entry, so an app that has
 * some stays a file of its own.
 */
export class AppInEntryPlugin {
  readonly #entry: string
  readonly #app: string

  /** @param app name of the chunk that the container exposes */
  constructor(entry: string, app: string) {
    this.#entry = entry
    this.#app = app
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap(NAME, (compilation: Compilation) => {
      compilation.hooks.optimizeChunks.tap(NAME, () => {
        const { chunkGraph, namedChunks } = compilation
        const [entry, app] = [namedChunks.get(this.#entry), namedChunks.get(this.#app)]
        const hasStyles = (chunk: Chunk) =>
          [...chunkGraph.getChunkModulesIterable(chunk)].some(({ type }) => type === 'css/mini-extract')
        if (!entry || !app || hasStyles(app)) return
        chunkGraph.integrateChunks(entry, app)
        compilation.chunks.delete(app)
        namedChunks.delete(this.#app)
      })
    })
  }
}
