import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { parseRemotes } from './parse-remotes.ts'

test('the command takes a budget in kilobytes, or the default', () => {
  const dataDir = resolve('./data')
  assert.deepEqual(parseRemotes([], {}), { kind: 'list', dataDir })
  assert.deepEqual(parseRemotes(['budget', 'mf-reports', '--route', '40', '--total', '200'], {}), {
    kind: 'budget',
    name: 'mf_reports',
    dataDir,
    kilobytes: { route: 40, total: 200 },
  })
  assert.deepEqual(parseRemotes(['budget', 'mf_reports', '--default', '--data-dir', '/d'], {}), {
    kind: 'budget',
    name: 'mf_reports',
    dataDir: '/d',
    kilobytes: undefined,
  })
})

for (const [args, message] of [
  [['budget'], /Falta el remoto/],
  [['budget', 'mf-reports', '--route', '40'], /--total debe ser un número de kB, de 1 a 10000/],
  [['budget', 'mf-reports', '--route', '0', '--total', '9'], /--route debe ser/],
  [['budget', 'mf-reports', '--route', '4', '--total', '9', '--default'], /--default no se combina/],
  [['weigh', 'mf-reports'], /No se entiende weigh/],
  [['budget', 'reports', '--default'], /no es el nombre de un remoto/],
] as const)
  test(`the command refuses ${args.join(' ')}`, () => assert.throws(() => parseRemotes(args, {}), message))

test('the command writes who changed a budget into the registry, and lists it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trazo-remotes-'))
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'remotes.ts'), ...args, '--data-dir', folder], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    })
  assert.match(run().stdout, /los límites de siempre: 30 kB por ruta y 150 kB en todo/)
  const set = run('budget', 'mf-reports', '--route', '40', '--total', '200')
  assert.match(set.stdout, /^mf_reports {2}40 kB por ruta y 200 kB en todo {2}\d/)
  assert.equal(run().stdout, set.stdout)
  assert.match(run('budget', 'mf-reports', '--default').stdout, /30 kB por ruta y 150 kB en todo/)
  assert.equal(run().stdout.trim().split('\n').length, 2)
  const refused = run('budget', 'mf-auth', '--default')
  assert.match(refused.stderr, /mf_auth es del sitio/)
  assert.equal(refused.status, 1)
  rmSync(folder, { recursive: true })
})
