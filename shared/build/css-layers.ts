import type { Compiler } from 'webpack'
import webpack from 'webpack'

/** Cascade layers, weakest first. */
const CSS_LAYERS = ['base', 'shared', 'remote'] as const

/** The first sheet that loads fixes the order, and lazy chunks load in any order. */
export class CssLayerOrderPlugin {
  apply(compiler: Compiler): void {
    const statement = `@layer ${CSS_LAYERS.join(', ')};`
    new webpack.BannerPlugin({ banner: statement, raw: true, test: /\.css$/ }).apply(compiler)
  }
}
