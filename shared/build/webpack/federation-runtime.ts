import { ModuleFederationPlugin, ProvideSharedPlugin } from '@module-federation/enhanced'
import webpack from 'webpack'
import { SHELL_NAME } from '../front-end.ts'
import { moduleFile } from '../package-info.ts'
import { ShareTablesPlugin } from './share-tables.ts'
import { sharedModules } from './sharing.ts'

const source = (name: string): string => moduleFile(`src/federation/${name}`)

/** Entry of the shell that lends its runtime. */
export const LEND_RUNTIME = source('lend-runtime')

/** The module that the federation plugin's entry imports. */
const BUNDLER_RUNTIME = /[\\/]webpack-bundler-runtime[\\/]dist[\\/]bundler\.js$/

const replaceRuntime = (name: string) => new webpack.NormalModuleReplacementPlugin(BUNDLER_RUNTIME, source(name))

/** For released remotes, which borrow the page's. */
export const remoteRuntime = (): webpack.WebpackPluginInstance[] => [
  replaceRuntime('borrowed-runtime'),
  new ShareTablesPlugin(),
]

/**
 * One federation runtime per page, which only shares
 * (`src/federation/README.md`). A page provides its modules and takes none
 * of others, so it imports its own directly.
 */
export const sharingHost = (name: string): webpack.WebpackPluginInstance[] => [
  new ModuleFederationPlugin({
    name,
    shareStrategy: 'loaded-first',
    dts: false,
    dev: false,
    manifest: false,
    experiments: { optimization: { target: 'web', disableRemote: true } },
  }),
  new ProvideSharedPlugin({ provides: sharedModules({ name: SHELL_NAME }, 'release') }),
  replaceRuntime('bundler-runtime'),
  new ShareTablesPlugin(),
]
