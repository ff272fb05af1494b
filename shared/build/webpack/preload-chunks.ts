import HtmlWebpackPlugin from 'html-webpack-plugin'
import type { Compilation, Compiler } from 'webpack'

const filesOf = (compilation: Compilation, names: readonly string[]): string[] => [
  ...new Set(
    names.flatMap((name) => {
      const chunk = [...compilation.chunks].find((candidate) => candidate.name === name)
      if (!chunk) throw new Error(`there is no chunk '${name}' to preload`)
      return [...chunk.files].filter((file) => /\.(js|css)$/.test(file))
    }),
  ),
]

/** The entry cannot contain these chunks: shared modules must resolve first. */
export class PreloadChunksPlugin {
  private readonly names: readonly string[]

  constructor(names: readonly string[]) {
    this.names = names
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('PreloadChunks', (compilation) => {
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTagGroups.tap('PreloadChunks', (data) => {
        const links = filesOf(compilation, this.names).map((file) =>
          HtmlWebpackPlugin.createHtmlTagObject('link', {
            rel: 'preload',
            as: file.endsWith('.css') ? 'style' : 'script',
            href: `${data.publicPath}${file}`,
          }),
        )
        // Browsers fetch deferred scripts last, but everything waits for
        // this one.
        for (const { tagName, attributes } of data.headTags) if (tagName === 'script') attributes.fetchpriority = 'high'
        data.headTags.push(...links)
        return data
      })
    })
  }
}
