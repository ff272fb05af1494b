/*
 * What runs before anything is installed: plain JavaScript for Node 20, only Node's own modules. It installs the
 * workspace, and with it the Node 24 on which everything else runs.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

const PNPM = 'pnpm@12.21.0'

export const workspace = dirname(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname))
const modules = join(workspace, 'node_modules')
const node = join(modules, 'node', 'bin', 'node')
/** Remembers for which lock file and packages the last installation was. */
const stamp = join(modules, '.trazo-installed')

/** Lock file, workspace and every package.json: what an installation depends on. */
const installationInputs = () => {
  const packages = readdirSync(workspace, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(workspace, entry.name, 'package.json')))
    .map((entry) => `${entry.name}/package.json`)
  const hash = createHash('sha256')
  for (const name of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...packages.sort()])
    hash.update(`${name}\0${readFileSync(join(workspace, name))}\0`)
  return hash.digest('hex')
}

const isInstalled = () => existsSync(node) && existsSync(stamp) && readFileSync(stamp, 'utf8') === installationInputs()

/**
 * Runs a program to its end; its output is shown as it comes on a terminal, and otherwise only when it fails.
 *
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<{ code: number, output: string }>}
 */
const run = (command, args) =>
  new Promise((resolve) => {
    const shown = process.stdout.isTTY
    const child = spawn(command, args, {
      cwd: workspace,
      stdio: ['ignore', shown ? 'inherit' : 'pipe', shown ? 'inherit' : 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })

/** Installs the workspace unless it is; ends the process with one line when that fails. */
export const ensureInstalled = async () => {
  if (isInstalled()) return
  console.log('Instalando dependencias (la primera vez puede tardar uno o dos minutos)…')
  const { code, output } = await run('npx', ['--yes', PNPM, 'install', '--frozen-lockfile'])
  if (code !== 0 || !existsSync(node)) {
    if (output) console.error(output.trimEnd())
    console.error('No se pudieron instalar las dependencias. Revisa la conexión a internet y vuelve a intentarlo.')
    process.exit(1)
  }
  writeFileSync(stamp, installationInputs())
}

/** How often, in milliseconds, to look whether npm is still there. */
const PARENT_CHECK_MS = 500

/**
 * npm that is told to stop ends its shell, which passes nothing on: the only sign of it is that our parent changes.
 *
 * @param {() => void} stop
 */
const stopWithNpm = (stop) => {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, PARENT_CHECK_MS)
  timer.unref()
}

/**
 * Runs a TypeScript file of this folder on the workspace's own Node and ends with its exit code. Signals are passed on;
 * should this process be killed outright, the other one notices and stops, too.
 *
 * @param {string} script
 */
export const continueOnWorkspaceNode = async (script) => {
  const guard = join(workspace, 'scripts', 'stop-with-parent.mjs')
  const child = spawn(node, ['--import', guard, join(workspace, 'scripts', script), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      TRAZO_STARTED_BY: String(process.pid),
      // Compiled scripts are kept: a process of the API starts in half the time.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(workspace, '.build', 'compile-cache'),
      PATH: [dirname(node), join(modules, '.bin'), process.env.PATH].join(delimiter),
    },
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal))
  stopWithNpm(() => child.kill('SIGTERM'))
  const code = await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
  process.exit(code)
}
