import { join } from 'node:path'
import webpack from 'webpack'
import WebpackDevServer from 'webpack-dev-server'
import { type FrontEnd, isShell } from './front-end.ts'
import { webpackPreset } from './webpack/preset.ts'

/** Proxied to a running site; the shell also needs its releases. */
const FROM_API = ['/api', '/home/api', '/o', '/dev/outbox', '/pdfjs']
/** Paths that the development server passes to the site. */
const FROM_SITE = ['/registry.json', '/r']

/** For a page of another port. A released React does not support hot updates. */
const socketAt = (port: number) => ({ hostname: 'localhost', port, pathname: '/ws', protocol: 'ws' })

/**
 * @param hosted shows the front end in the shell of the site
 * (`SITE_URL`, default http://localhost:3000)
 */
export const serveForDevelopment = async (frontEnd: FrontEnd, hosted = false): Promise<void> => {
  const site = process.env.SITE_URL ?? 'http://localhost:3000'
  const port = Number(process.env.DEV_PORT ?? frontEnd.devPort)
  const output = join(frontEnd.root, '.build', 'dev')
  const compiler = webpack(webpackPreset({ frontEnd, mode: 'dev', release: 'dev', output, hosted }))
  const server = new WebpackDevServer(
    {
      host: '127.0.0.1',
      port,
      hot: !hosted,
      liveReload: hosted,
      historyApiFallback: { disableDotRule: true },
      // Another origin's shell can load the remote.
      headers: { 'Access-Control-Allow-Origin': '*' },
      proxy: [{ context: isShell(frontEnd) ? [...FROM_API, ...FROM_SITE] : FROM_API, target: site, xfwd: true }],
      client: { overlay: { errors: true, warnings: false }, ...(hosted ? { webSocketURL: socketAt(port) } : {}) },
    },
    compiler,
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop())
  await server.start()
  console.log(
    hosted
      ? `${frontEnd.name}: ${site}/?mf.${frontEnd.name}=http://localhost:${port}/mf-manifest.json`
      : `${frontEnd.name}: http://localhost:${port}`,
  )
}
