import { promisify } from 'node:util'
import webpack from 'webpack'
import config from './webpack.config.ts'

const stats = await promisify(webpack)([config])
console.log(stats?.toString('errors-warnings'))
if (stats?.hasErrors()) process.exitCode = 1
