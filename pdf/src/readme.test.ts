import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSample, samplePng } from './sign/index.ts'
import { makeAuthority, pdfsig, testWith } from './testing/node/index.ts'

const PACKAGE = join(__dirname, '..')
const README = readFileSync(join(PACKAGE, 'README.md'), 'utf8')

const example = (name: string): string => {
  const code = new RegExp(`^\u0060{3}ts ${name.replace('.', '\\.')}\n(.*?)^\u0060{3}`, 'ms').exec(README)?.[1]
  if (code === undefined) throw new Error(`the README has no ${name}`)
  return code
}

const AUTHORITY = `import { readFileSync } from 'node:fs'
import { openThrowAwayAuthority } from '../../src/testing/node/test-authority.ts'

export const { certificates, key, stamp, trust, roots } = openThrowAwayAuthority(JSON.parse(readFileSync('authority.json', 'utf8')))
`

let folder: string
const run = (name: string): string =>
  execFileSync(process.execPath, [name], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

// Resolves the package's name.
beforeAll(() => {
  mkdirSync(join(PACKAGE, '.build'), { recursive: true })
  folder = mkdtempSync(join(PACKAGE, '.build/readme-'))
  for (const name of ['sign.ts', 'verify.ts']) writeFileSync(join(folder, name), example(name))
  writeFileSync(join(folder, 'authority.ts'), AUTHORITY)
  writeFileSync(join(folder, 'authority.json'), JSON.stringify(makeAuthority()))
  writeFileSync(join(folder, 'contract.pdf'), buildSample())
  writeFileSync(join(folder, 'ana.png'), samplePng())
  run('sign.ts')
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each(['sign.ts', 'verify.ts'])('%s of the README has at most ten lines without its imports', (name) => {
  const lines = example(name).split('\n')
  expect(lines.filter((line) => line !== '' && !line.startsWith('import ')).length).toBeLessThanOrEqual(10)
})

test('the verifier of the README accepts the document that its signer wrote', () => {
  expect(run('verify.ts')).toBe('ana valid B-T Ana Mora\n')
})

test('the verifier of the README refuses the signed document after one byte changes', () => {
  const signed = readFileSync(join(folder, 'signed.pdf'))
  const changed = Buffer.from(signed)
  changed[signed.indexOf('/MediaBox [0') + '/MediaBox ['.length] = 0x31
  writeFileSync(join(folder, 'signed.pdf'), changed)
  expect(run('verify.ts')).toMatch(/^ana invalid /)
  writeFileSync(join(folder, 'signed.pdf'), signed)
})

testWith(['pdfsig'], 'pdfsig accepts the document that the signer of the README wrote', async () => {
  const found = pdfsig(new Uint8Array(readFileSync(join(folder, 'signed.pdf'))))
  expect(found).toMatchObject([{ field: 'ana', valid: true, wholeDocument: true }])
})
