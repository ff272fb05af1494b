import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { parseList, parseRelease, parseTokens, UsageError } from './parse-arguments.ts'

const accepted: readonly (readonly [line: string, wish: unknown])[] = [
  ['mf-auth', { kind: 'build' }],
  ['mf_auth', { kind: 'build' }],
  ['-- mf-auth', { kind: 'build' }],
  ['mf-auth --canary 5', { kind: 'build', canary: 5 }],
  ['--canary=99 mf-auth', { kind: 'build', canary: 99 }],
  ['mf-auth --canary 0', { kind: 'end-canary' }],
  ['mf-auth --to 1.0.0-a', { kind: 'to', release: '1.0.0-a' }],
  ['mf-auth --check', { kind: 'check' }],
  ['mf-auth --to previous', { kind: 'to', release: 'previous' }],
  ['mf-auth --preview --site http://localhost:1', { kind: 'preview' }],
  ['mf-auth --preview --site http://localhost:1 --from built', { kind: 'preview', from: resolve('built') }],
  ['mf-auth --from built --canary 5', { kind: 'build', canary: 5, from: resolve('built') }],
]
for (const [line, wish] of accepted)
  test(`pnpm release ${line} is accepted`, () => {
    const command = parseRelease(line.split(' '), { TRAZO_RELEASE_TOKEN: 't' })
    assert.deepEqual([command.package, command.name, command.wish], ['mf-auth', 'mf_auth', wish])
  })

const refused: readonly (readonly [line: string, message: RegExp])[] = [
  ['', /^Falta el remoto\.$/],
  ['shell', /^shell no es el nombre de un remoto\. Aquí hay mf-auth, mf-documents, mf-signing\.$/],
  ['__proto__', /no es el nombre de un remoto/],
  ['mf-reports', /^Aquí no están los fuentes de mf-reports: usa --from <carpeta> o --at <dirección>\./],
  ['mf-reports --at https://a/b/mf-manifest.json --from x', /^--at no se combina con --from ni --site\.$/],
  ['mf-auth mf-signing', /^Un remoto a la vez: sobra mf-signing\.$/],
  ['mf-auth --canary', /^No se entiende --canary\.$/],
  ['mf-auth --canary 100', /^--canary 100: debe ser un número de 0 a 99\.$/],
  ['mf-auth --canary 5%', /^--canary 5%: debe ser un número/],
  ['mf-auth --to 1 --canary 5', /^--to no se combina/],
  ['mf-auth --canary 0 --at https://a/b', /^--canary 0 no se combina/],
  ['mf-auth --to 1 --from built', /^--to no se combina/],
  ['mf-auth --canary 0 --from built', /^--canary 0 no se combina/],
  ['mf-auth --force', /^No se entiende --force\.$/],
  ['mf-auth --token abc', /^No se entiende --token\.$/],
  ['mf-auth --check --canary 5', /^--check va solo\.$/],
  ['mf-auth --preview', /^--preview va con --site, y a lo sumo con --from\.$/],
  ['mf-auth --preview --site http://localhost:1 --canary 5', /^--preview va con --site/],
  ['mf-auth --preview --site http://localhost:1 --to 1', /^--preview va con --site/],
  ['mf-auth --preview --check', /^--preview va con --site/],
  ['mf-reports --preview --site http://localhost:1', /^Aquí no están los fuentes de mf-reports/],
  ['mf-auth --approve 1', /^--approve va solo con --site\.$/],
  ['mf-auth --site http://trazo.example', /^--site http:\/\/trazo\.example: debe empezar con https:\/\/\.$/],
  ['mf-auth --site trazo.example', /debe empezar con https/],
  ['mf-auth --site https://trazo.example', /^Falta el token: ponlo en TRAZO_RELEASE_TOKEN/],
]
for (const [line, message] of refused)
  test(`pnpm release ${line} is refused`, () => {
    const args = line === '' ? [] : line.split(' ')
    assert.throws(
      () => parseRelease(args, {}),
      (error: unknown) => error instanceof UsageError && message.test(error.message),
    )
  })

test('the parser accepts a remote of another repository, by folder or by address', () => {
  const command = parseRelease(['mf-my-reports', '--from', 'built'], {})
  assert.deepEqual([command.package, command.name], ['mf-my-reports', 'mf_my_reports'])
  const manifest = 'https://cdn.example/1/mf-manifest.json'
  const wish = { kind: 'elsewhere', manifest, canary: 5 }
  assert.deepEqual(parseRelease(['mf-reports', '--at', manifest, '--canary', '5'], {}).wish, wish)
})

test('the data folder comes from the option, from DATA_DIR, or from the default of `npm start`', () => {
  assert.equal(parseRelease(['mf-auth', '--data-dir', 'x'], { DATA_DIR: '/y' }).dataDir, resolve('x'))
  assert.equal(parseRelease(['mf-auth'], { DATA_DIR: '/y' }).dataDir, '/y')
  assert.equal(parseList([], {}).dataDir, resolve('data'))
})

test('pnpm releases accepts --prune and refuses the name of a remote', () => {
  assert.equal(parseList([], {}).prune, false)
  assert.equal(parseList(['--prune'], {}).prune, true)
  assert.throws(() => parseList(['mf-auth'], {}), UsageError)
})

test('the parser accepts a site over https or on localhost, with the token of the environment', () => {
  const env = { TRAZO_RELEASE_TOKEN: ' t1\n' }
  const siteOf = (address: string) => parseRelease(['mf-auth', '--site', address], env).site
  assert.deepEqual(siteOf('https://trazo.example/'), { url: 'https://trazo.example', token: 't1' })
  assert.deepEqual(siteOf('http://localhost:3000'), { url: 'http://localhost:3000', token: 't1' })
  assert.equal(parseRelease(['mf-auth'], env).site, undefined)
})

test('pnpm release-tokens lists, creates and revokes tokens, and refuses incomplete arguments', () => {
  const dataDir = '/d'
  const parsed = (...args: string[]) => parseTokens(args, { DATA_DIR: dataDir })
  assert.deepEqual(parsed(), { kind: 'list', dataDir })
  const created = { kind: 'create', name: 'mf_auth', owner: 'A', dataDir }
  assert.deepEqual(parsed('create', 'mf-auth', 'A'), { ...created, isForPreviews: false })
  assert.deepEqual(parsed('create', 'mf-auth', 'A', '--preview'), { ...created, isForPreviews: true })
  assert.deepEqual(parsed('revoke', '1a'), { kind: 'revoke', id: '1a', dataDir })
  for (const wrong of [
    ['create', 'mf-auth'],
    ['revoke'],
    ['list'],
    ['create', 'shell', 'A'],
    ['--preview'],
    ['revoke', '1a', '--preview'],
  ])
    assert.throws(() => parsed(...wrong), UsageError)
})
