import { join } from 'node:path'
import webpack from 'webpack'
import WebpackDevServer from 'webpack-dev-server'
import { type FrontEnd, isShell } from './front-end.ts'
import { preset } from './preset.ts'

/** Paths that a running site (`npm start`) answers; the shell also needs its releases from there. */
const FROM_API = ['/api', '/home/api', '/o', '/dev/outbox', '/pdfjs']
const FROM_SITE = ['/registry.json', '/r']

/**
 * Where a page of the site hears that it has to load anew: it comes from another port itself. Hot updates end at a
 * released shell, whose React is not the one that knows how.
 */
const socketAt = (port: number) => ({ hostname: 'localhost', port, pathname: '/ws', protocol: 'ws' })

/**
 * Serves one front end alone with hot updates. Calls of the API, and pdf.js, are passed on to a running site
 * (`SITE_URL`, http://localhost:3000 by default).
 *
 * @param hosted the front end is looked at inside the shell of that site, by an override
 */
export const serveForDevelopment = async (frontEnd: FrontEnd, hosted = false): Promise<void> => {
  const site = process.env.SITE_URL ?? 'http://localhost:3000'
  const port = Number(process.env.DEV_PORT ?? frontEnd.devPort)
  const output = join(frontEnd.root, '.build', 'dev')
  const compiler = webpack(preset({ frontEnd, mode: 'dev', release: 'dev', output, hosted }))
  const server = new WebpackDevServer(
    {
      host: '127.0.0.1',
      port,
      hot: !hosted,
      liveReload: hosted,
      historyApiFallback: { disableDotRule: true },
      // A shell elsewhere may take its remote from here.
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
