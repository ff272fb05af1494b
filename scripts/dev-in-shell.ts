import '../shared/node/running-node.ts'
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { boundToThisProcess, inWorkspace, remotePackages } from './workspace.ts'

const site = (process.env.SITE_URL ?? 'http://localhost:3000').replace(/\/+$/, '')

/** Undefined if the site accepts local remotes. */
const refuseLocalRemote = async (): Promise<string | undefined> => {
  const page = await fetch(site, { headers: { accept: 'text/html' } })
    .then((answer) => answer.text())
    .catch(() => undefined)
  if (page === undefined) return `No hay ningún sitio en ${site}. Inícialo: MF_OVERRIDE_ORIGINS=local npm start`
  if (page.includes('name="trazo-mf-overrides"')) return undefined
  return `El sitio en ${site} no admite remotos de desarrollo. Inícialo así: MF_OVERRIDE_ORIGINS=local npm start`
}

const { positionals } = parseArgs({ allowPositionals: true })
const name = remotePackages.find((candidate) => candidate === positionals[0])
const refusal = name ? await refuseLocalRemote() : `Indica un remoto: ${remotePackages.join(', ')}`
if (!name || refusal) {
  process.stderr.write(`${refusal}\n`)
  process.exitCode = 1
} else {
  const child = spawn(process.execPath, [...boundToThisProcess.args, 'build.ts', '--dev', '--hosted'], {
    cwd: inWorkspace(name),
    env: { ...process.env, ...boundToThisProcess.env, SITE_URL: site },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal))
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}
