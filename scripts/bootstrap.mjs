/*
 * Runs before the installation: plain JavaScript
 * for the Node of `engines` in `package.json`. It
 * installs the one that runs everything else.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
// biome-ignore lint/correctness/useImportExtensions: the declaration has the ending of its own
import { nodeProblem } from '../shared/node/needed-node.mjs'

export const PNPM = 'pnpm@12.21.0'

const workspace = dirname(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname))
const modules = join(workspace, 'node_modules')
const node = join(modules, 'node', 'bin', 'node')
/** Hash of the last installation's inputs. */
const stamp = join(modules, '.trazo-installed')

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
 * On a terminal shows the output, otherwise only on failure.
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

/** @returns {string | undefined} */
const installerProblem = () => {
  const { engines } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'))
  const advice = 'Instálalo de https://nodejs.org y vuelve a intentarlo; lo demás se instala solo.'
  return nodeProblem(process.versions.node, Number.parseInt(engines.node.replace('>=', ''), 10), advice)
}

export const ensureInstalled = async () => {
  const problem = installerProblem()
  if (problem) {
    console.error(problem)
    process.exit(1)
  }
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

/** Milliseconds. */
const PARENT_CHECK_MS = 500

/**
 * A stopped npm ends its shell, which passes no
 * signal on. The only sign is a new parent process.
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
 * Runs a script on the workspace's Node and
 * exits with its code. Forwards signals; if
 * this process is killed, the child stops too.
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
      // Halves the API's start-up time.
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
