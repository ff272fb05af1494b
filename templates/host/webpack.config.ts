import { join } from 'node:path'
import { SigningHostPlugin } from 'shared/build'
import type { Configuration } from 'webpack'

export default {
  mode: 'production',
  context: import.meta.dirname,
  entry: './src/main.js',
  output: { path: join(import.meta.dirname, 'dist'), publicPath: '/', clean: true },
  plugins: [new SigningHostPlugin({ name: 'portal' })],
} satisfies Configuration
