import HtmlWebpackPlugin from 'html-webpack-plugin'
import type { Compilation, Compiler } from 'webpack'

/** Files of the chunks with these names, each once. */
const filesOf = (compilation: Compilation, names: readonly string[]): string[] => [
  ...new Set(
    names.flatMap((name) => {
      const chunk = [...compilation.chunks].find((candidate) => candidate.name === name)
      if (!chunk) throw new Error(`there is no chunk '${name}' to preload`)
      return [...chunk.files].filter((file) => /\.(js|css)$/.test(file))
    }),
  ),
]

/**
 * Lets the page fetch the chunks that its entry is certain to ask for while the entry itself is still on its way: an
 * entry must not hold them, because shared modules have to be settled first.
 */
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
        // A deferred script is asked for last unless told otherwise, and everything waits for this one.
        for (const { tagName, attributes } of data.headTags) if (tagName === 'script') attributes.fetchpriority = 'high'
        data.headTags.push(...links)
        return data
      })
    })
  }
}
