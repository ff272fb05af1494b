import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
// biome-ignore lint/correctness/useImportExtensions: the declaration has the ending of its own
import { NEEDED_NODE, nodeProblem } from '../shared/node/needed-node.mjs'
import { PNPM } from './bootstrap.mjs'
import { importsOf } from './read-imports.ts'
import { inWorkspace } from './workspace.ts'

const read = (path: string): string => readFileSync(inWorkspace(path), 'utf8')

for (const [version, fits] of [
  ['24.0.0', true],
  ['24.21.0', true],
  ['100.1.0', true],
  ['23.11.1', false],
  ['22.18.0', false],
  ['9.9.9', false],
] as const)
  test(`Node ${version} ${fits ? 'runs the programs' : 'gets one line with both versions'}`, () => {
    const problem = nodeProblem(version)
    if (fits) assert.equal(problem, undefined)
    else
      assert.match(problem ?? '', new RegExp(`^Se necesita Node 24 o posterior y este es Node ${version}\\. [^\\n]+$`))
  })

test('the installed Node is the one that is needed, and templates ask as little as the workspace', () => {
  assert.match(read('pnpm-workspace.yaml'), new RegExp(`^  node: ${NEEDED_NODE}\\.`, 'm'))
  const { engines } = JSON.parse(read('package.json'))
  for (const template of ['remote', 'host']) {
    const manifest = JSON.parse(read(`templates/${template}/package.json`))
    assert.deepEqual(manifest.engines, engines)
    assert.equal(manifest.devDependencies.node, 'catalog:')
  }
  for (const page of ['README.md', 'CONTRIBUTING.md', 'templates/remote/README.md', 'templates/host/README.md'])
    assert.match(read(page), new RegExp(`Node ${engines.node.replace('>=', '')} or\\snewer`), page)
})

const COMMANDS = [
  'release',
  'releases',
  'release-tokens',
  'create-remote',
  'create-host',
  'source-positions',
  'dev:mf-auth',
  'backup',
  'restore',
  'doctor',
  'migrate-data',
  'fva-simulator',
]
const { scripts } = JSON.parse(read('package.json'))

const PROGRAMS = [
  ...new Set(COMMANDS.map((command) => /[^ ]+\.ts/.exec(scripts[command])?.[0] ?? command)),
  'api/src/app/main.ts',
  'api/src/app/revoke.ts',
  'shell/server/main.ts',
  'scripts/start/publish.ts',
  'shared/build/command/main.ts',
]

for (const program of PROGRAMS)
  test(`${program} looks at the version before anything else`, () => {
    const [first] = importsOf(program, read(program))
    assert.match(first?.specifier ?? '', /^shared\/node$|\/node\/(?:fit-node\.mjs|running-node\.ts)$/)
  })

/** A version that this Node states in place of its own. */
const pretending = (version: string): string =>
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`

/** As Node 22 links: functions that it lacks are no exports, and a static import of one ends the program first. */
const LACKING = `data:text/javascript,${encodeURIComponent(`
  import * as crypto from 'node:crypto'
  import { registerHooks } from 'node:module'
  const names = Object.keys(crypto).filter((name) => !/^argon2|^default$/.test(name))
  const source = "import crypto from 'node:crypto'; export default crypto; export const {" + names + "} = crypto"
  const url = 'data:text/javascript,' + encodeURIComponent(source)
  registerHooks({
    resolve: (name, context, next) =>
      name === 'node:crypto' && context.parentURL !== url ? { url, shortCircuit: true } : next(name, context),
  })
`)}`

for (const program of PROGRAMS)
  test(`${program} ends with one line in an older Node`, () => {
    const args = ['--import', pretending('22.18.0'), '--import', LACKING, program]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: inWorkspace(), encoding: 'utf8' })
    assert.deepEqual([status, stdout, stderr], [1, '', `${nodeProblem('22.18.0')}\n`])
  })

test('npm test ends with one line in a Node that cannot install', () => {
  const args = ['--import', pretending('18.20.4'), 'scripts/test.mjs']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: inWorkspace(), encoding: 'utf8' })
  assert.deepEqual([status, stdout], [1, ''])
  assert.match(stderr, /^Se necesita Node 20 o posterior y este es Node 18\.20\.4\. [^\n]+\n$/)
})

test('the line names the pnpm of the workspace', () => {
  assert.ok(nodeProblem('22.0.0')?.includes(`npx ${PNPM} install`))
})

const versionOf = (program: string): string => spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? ''

/** The system's own, if it is older than ours and knows `--import`. */
const older = globSync(['/usr/bin/node', '/usr/local/bin/node']).find((program) => {
  const major = Number.parseInt(versionOf(program).slice(1), 10)
  return major >= 20 && major < NEEDED_NODE
})
const oldNode: readonly string[] = older ? [older] : [process.execPath, '--import', pretending('20.20.2')]

for (const command of COMMANDS)
  test(`pnpm ${command} ends with one line in an older Node`, () => {
    const words: string[] = scripts[command].split(' ')
    assert.equal(words[0], 'node')
    const [program = '', ...args] = [...oldNode, ...words.slice(1)]
    const { status, stderr } = spawnSync(program, args, { cwd: inWorkspace(), encoding: 'utf8' })
    assert.equal(status, 1)
    assert.match(stderr, /^Se necesita Node 24 o posterior y este es Node \d+\.\d+\.\d+\. [^\n]+\n$/)
  })
