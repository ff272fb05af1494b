import webpack, { type Compiler } from 'webpack'

/** Cascade layers, weakest first. */
const CSS_LAYERS = ['base', 'shared', 'remote'] as const

/** Lazy chunks load in any order, and the first sheet fixes it. */
export class CssLayerOrderPlugin {
  apply(compiler: Compiler): void {
    const statement = `@layer ${CSS_LAYERS.join(', ')};`
    new webpack.BannerPlugin({ banner: statement, raw: true, test: /\.css$/ }).apply(compiler)
  }
}
