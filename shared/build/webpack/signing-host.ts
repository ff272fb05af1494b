import { join } from 'node:path'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import webpack, { type Compiler } from 'webpack'
import { moduleFile } from '../package-info.ts'
import { LEND_RUNTIME, sharingHost } from './federation-runtime.ts'
import { cssLayerOrder, SHARED_SOURCES, scriptRule, styleLoaders } from './rules.ts'
import { HARMLESS_WARNING } from './sharing.ts'

interface SigningHostOptions {
  /** An identifier, unique on the page. */
  readonly name: string
}

/**
 * For the webpack configuration of a page that calls `mountSigning`
 * (docs/embedding.md): shares React and `shared`, and compiles the style
 * sheets of `shared`, which other rules must exclude. The entry must be
 * asynchronous.
 */
export class SigningHostPlugin {
  readonly #name: string

  constructor({ name }: SigningHostOptions) {
    this.#name = name
  }

  apply(compiler: Compiler): void {
    const { options, context } = compiler
    options.module.rules.push(
      { include: SHARED_SOURCES, ...scriptRule(false) },
      {
        test: /\.css$/,
        include: SHARED_SOURCES,
        sideEffects: true,
        oneOf: [
          {
            include: join(SHARED_SOURCES, 'ui/styles'),
            use: [...styleLoaders('shared', 'shared', 'release'), { loader: moduleFile('build/webpack/host-styles') }],
          },
          { use: styleLoaders('shared', 'shared', 'release') },
        ],
      },
    )
    options.ignoreWarnings = [
      ...(options.ignoreWarnings ?? []),
      ({ message }: { readonly message: string }) => HARMLESS_WARNING.test(message),
    ]
    new webpack.EntryPlugin(context, LEND_RUNTIME, { name: undefined }).apply(compiler)
    new MiniCssExtractPlugin().apply(compiler)
    cssLayerOrder().apply(compiler)
    for (const plugin of sharingHost(this.#name)) plugin.apply(compiler)
  }
}
