import type { Compiler } from 'webpack'
import webpack from 'webpack'

/** Cascade layers, weakest first. */
const CSS_LAYERS = ['base', 'shared', 'remote'] as const

/**
 * Every sheet declares the order: lazy chunks load in any order, and the
 * first sheet fixes it.
 */
export class CssLayerOrderPlugin {
  apply(compiler: Compiler): void {
    const statement = `@layer ${CSS_LAYERS.join(', ')};`
    new webpack.BannerPlugin({ banner: statement, raw: true, test: /\.css$/ }).apply(compiler)
  }
}
