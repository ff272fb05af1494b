import { join } from 'node:path'
import { SigningHostPlugin } from 'shared/build'
import webpack, { type Configuration, type MultiStats } from 'webpack'
import { inWorkspace } from '../../scripts/workspace.ts'

/** Builds the page of `templates/host` with the workspace's `shared`. */
export const buildEmbedder = async (folder: string): Promise<void> => {
  const context = inWorkspace('templates/host')
  const config: Configuration = {
    mode: 'production',
    context,
    entry: join(context, 'src/main.js'),
    output: { path: folder, publicPath: '/' },
    // How a host makes its files smaller is its own matter, and takes most of the build.
    optimization: { minimize: false },
    resolve: { extensions: ['.ts', '.tsx', '.js'], modules: ['node_modules', inWorkspace('e2e/node_modules')] },
    plugins: [new SigningHostPlugin({ name: 'portal' })],
  }
  const stats = await new Promise<MultiStats | undefined>((resolve, reject) => {
    webpack([config], (error, done) => (error ? reject(error) : resolve(done)))
  })
  if (stats?.hasErrors() !== false) throw new Error(stats?.toString('errors-only') ?? 'webpack built nothing')
}
