import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { inWorkspace } from './workspace.ts'

/*
 * `pnpm rehearse` runs `deploy/Containerfile` on a clean copy
 * of the last commit. Programs may write only to the volume
 * folders. As root they run without privileges.
 */
const NOBODY = 65_534
/** Milliseconds; the first start reads all sources. */
const START_TIMEOUT_MS = 300_000
const isRoot = process.getuid?.() === 0

/** Joins continued lines and drops comments. */
export const instructionsOf = (text: string): readonly (readonly [name: string, rest: string])[] =>
  text
    .replace(/^#.*\n/gm, '')
    .replace(/ *\\\n */g, ' ')
    .split('\n')
    .flatMap((line) => {
      const [, name, rest] = /^([A-Z]+) (.*)$/.exec(line) ?? []
      return name === undefined || rest === undefined ? [] : [[name, rest] as const]
    })

export const buildCommands = (text: string): readonly string[] => {
  const instructions = instructionsOf(text)
  const stages = instructions.flatMap(([name], index) => (name === 'FROM' ? [index] : []))
  return instructions.slice(0, stages[1]).flatMap(([name, rest]) => (name === 'RUN' ? [rest] : []))
}

const changedIn = (folder: string, since: number): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const { uid, ctimeMs } = lstatSync(path)
      return (isRoot && uid === NOBODY) || ctimeMs > since
    })

interface Started {
  readonly name: string
  stop(): Promise<number | null>
}

const waitForAnswer = async (url: string, isOver: () => boolean): Promise<Response> => {
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end && !isOver(); ) {
    const answer = await fetch(url, { headers: { accept: 'text/html, */*' } }).catch(() => undefined)
    if (answer?.ok) return answer
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`${url} does not answer`)
}

const launch = async (
  name: string,
  [program = '', ...args]: readonly string[],
  { cwd, env, ready }: { readonly cwd: string; readonly env: Readonly<Record<string, string>>; readonly ready: string },
): Promise<Started> => {
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'], ...user })
  const ended = once(child, 'exit')
  await waitForAnswer(ready, () => child.exitCode !== null).catch(async (error: unknown) => {
    child.kill('SIGKILL')
    await ended
    throw error
  })
  console.log(`${name}: ${ready}`)
  return {
    name,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
  }
}

const build = (tree: string): void => {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', inWorkspace(), tree])
  for (const command of buildCommands(readFileSync(join(tree, 'deploy/Containerfile'), 'utf8'))) {
    console.log(`$ ${command}`)
    const { status } = spawnSync('sh', ['-c', command], { cwd: tree, stdio: 'inherit' })
    if (status !== 0) throw new Error(`it ended with ${status}`)
  }
}

const requireCleanExit = (name: string, code: number | null): void => {
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
}

const runAll = async (tree: string, folder: (name: string) => string): Promise<void> => {
  const [apiPort, sitePort] = [await freePort(), await freePort()]
  const PATH = `${join(tree, 'node_modules/node/bin')}:${process.env.PATH}`
  const common = { PATH, NODE_ENV: 'production', HOST: '127.0.0.1', TMPDIR: folder('tmp'), HOME: '/nonexistent' }
  const api = {
    ...common,
    DATA_DIR: folder('data'),
    KEYS_DIR: folder('keys'),
    API_PORT: String(apiPort),
    PORT: String(sitePort),
  }
  const site = {
    ...common,
    DATA_DIR: folder('releases'),
    PORT: String(sitePort),
    API_URL: `http://127.0.0.1:${apiPort}`,
  }
  const origin = `http://127.0.0.1:${sitePort}`
  const command = instructionsOf(readFileSync(join(tree, 'deploy/Containerfile'), 'utf8')).findLast(
    ([name]) => name === 'CMD',
  )
  const parsed: unknown = JSON.parse(command?.[1] ?? '[]')
  const first = Array.isArray(parsed) ? parsed.map(String) : []
  const started: Started[] = []
  try {
    started.push(await launch('API', first, { cwd: tree, env: api, ready: `http://127.0.0.1:${apiPort}/readyz` }))
    const serve = ['sh', 'deploy/publish-and-serve.sh']
    started.push(await launch('Sitio', serve, { cwd: tree, env: site, ready: `${origin}/readyz` }))
    for (const path of ['/', '/registry.json', '/home/api/signing-agent/'])
      await waitForAnswer(`${origin}${path}`, () => false)
  } finally {
    for (const { name, stop } of started.reverse()) await stop().then((code) => requireCleanExit(name, code))
  }
}

const startBuilt = async (root: string): Promise<void> => {
  const tree = join(root, 'trazo')
  if (!isRoot) execFileSync('chmod', ['-R', 'a-w', tree])
  for (const name of ['data', 'keys', 'releases', 'tmp']) {
    mkdirSync(join(root, name), { mode: 0o700 })
    if (isRoot) chownSync(join(root, name), NOBODY, NOBODY)
  }
  const since = Date.now()
  await runAll(tree, (name) => join(root, name))
  const changed = changedIn(tree, since)
  if (changed.length > 0) throw new Error(`written outside the volumes: ${changed.slice(0, 5).join(', ')}`)
  console.log('Nada se escribió fuera de los volúmenes.')
}

export const rehearseDeploy = async (): Promise<void> => {
  const root = mkdtempSync(join(tmpdir(), 'trazo-ensayo-'))
  chmodSync(root, 0o755)
  try {
    build(join(root, 'trazo'))
    await startBuilt(root)
  } finally {
    if (!isRoot) execFileSync('chmod', ['-R', 'u+w', root])
    rmSync(root, { recursive: true, force: true })
  }
}

if (import.meta.main) await rehearseDeploy()
