import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { inWorkspace } from '../../scripts/workspace.ts'
import { writePassedChecks } from '../../shared/build/checks/passed-checks.ts'
import { buildFolder, readBuildRecord } from '../../shared/build/release/build-record.ts'

const files: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "mf-visits", "version": "0.1.0", "type": "module", "sideEffects": ["**/*.css"] }',
  'build.ts': `
import { runFrontEnd } from 'shared/build'

await runFrontEnd({
  root: import.meta.dirname,
  name: 'mf_visits',
  devPort: 3019,
  mounts: [
    { prefix: '/visitas', access: 'session', title: 'Visitas', menu: 'Visitas' },
    { prefix: '/horario', access: 'everyone', title: 'Horario de visitas' },
  ],
})
`,
  'src/app.tsx': `
import { REMOTE_BRAND, REMOTE_CONTRACT, type RemoteApp } from 'shared/contract'
import { lazyPart } from 'shared/remote'
import { HoursPage, VisitsPage } from './pages.tsx'

const VisitPage = lazyPart(async () => ({ default: (await import(/* webpackChunkName: "visit" */ './visit.tsx')).VisitPage }))

export default {
  brand: REMOTE_BRAND,
  contract: REMOTE_CONTRACT,
  name: 'mf_visits',
  routes: [
    { path: '/visitas', Component: VisitsPage },
    { path: '/visitas/:number', Component: VisitPage },
    { path: '/horario', Component: HoursPage },
  ],
  slots: {},
} satisfies RemoteApp<'mf_visits'>
`,
  'src/pages.tsx': `
import { Link } from 'shared/router'
import { useSession } from 'shared/state'

export function VisitsPage() {
  return (
    <>
      <h1>Visitas de {useSession().kind === 'authenticated' ? 'una persona' : 'nadie'}</h1>
      <Link to="/visitas/7">Visita 7</Link>
    </>
  )
}

export const HoursPage = () => <h1>De 8 a 17</h1>
`,
  'src/visit.tsx': `
import { useParams } from 'shared/router'
import styles from './visit.module.css'

export const VisitPage = () => <h1 className={styles.visit}>Visita número {useParams().number}</h1>
`,
  'src/visit.module.css': '@layer remote { .visit { text-decoration: underline; } }',
}

const run = promisify(execFile)

/** Builds a remote that the workspace does not have, in an empty folder. */
export const buildVisits = async (root: string): Promise<void> => {
  await mkdir(join(root, 'src'), { recursive: true })
  for (const [file, text] of Object.entries(files)) await writeFile(join(root, file), text)
  await symlink(inWorkspace('mf-auth', 'node_modules'), join(root, 'node_modules'))
  await run(process.execPath, ['build.ts'], { cwd: root })
  const { release = '' } = readBuildRecord(root) ?? {}
  await writePassedChecks(root, { release, types: true, tests: true, at: new Date().toISOString() })
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

export interface OtherOrigin {
  readonly url: string
  readonly folder: string
  readonly asked: string[]
  close(): void
}

/** Serves the release below `/equipo`, and a script at any other path. */
export const serveVisits = async (root: string): Promise<OtherOrigin> => {
  const { release = '' } = readBuildRecord(root) ?? {}
  const asked: string[] = []
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://x')
    asked.push(pathname)
    response.writeHead(200, { 'content-type': TYPES[extname(pathname)] ?? '', 'access-control-allow-origin': '*' })
    const [, , folder, file = ''] = pathname.split('/')
    if (folder !== release) return void response.end('globalThis.trazoForeign = 1')
    createReadStream(join(buildFolder(root, release), file))
      .on('error', () => response.destroy())
      .pipe(response)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, folder: `${url}/equipo/${release}/`, asked, close }
}
