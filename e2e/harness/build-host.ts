import { join } from 'node:path'
import { promisify } from 'node:util'
import { SigningHostPlugin } from 'shared/build'
import webpack from 'webpack'
import { inWorkspace } from '../../scripts/workspace.ts'

/** Builds the page of `templates/host` with the workspace's `shared`. */
export const buildHost = async (folder: string): Promise<void> => {
  const context = inWorkspace('templates/host')
  const stats = await promisify(webpack)([
    {
      mode: 'production',
      context,
      entry: join(context, 'src/main.js'),
      output: { path: folder, publicPath: '/' },
      resolve: { extensions: ['.ts', '.tsx', '.js'], modules: ['node_modules', inWorkspace('e2e/node_modules')] },
      plugins: [new SigningHostPlugin({ name: 'portal' })],
    },
  ])
  if (stats?.hasErrors() !== false) throw new Error(stats?.toString('errors-only') ?? 'webpack built nothing')
}
