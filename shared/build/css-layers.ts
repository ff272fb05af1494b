import type { Compiler } from 'webpack'
import webpack from 'webpack'

/** Cascade layers of the site, weakest first. */
export const CSS_LAYERS = ['base', 'shared', 'remote'] as const

/**
 * Says the order of the cascade layers at the top of every style sheet. The order is fixed by whichever sheet the
 * browser reads first, and with lazy chunks nobody knows which one that is.
 */
export class CssLayerOrderPlugin {
  apply(compiler: Compiler): void {
    const statement = `@layer ${CSS_LAYERS.join(', ')};`
    new webpack.BannerPlugin({ banner: statement, raw: true, test: /\.css$/ }).apply(compiler)
  }
}
