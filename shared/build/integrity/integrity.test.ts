/** @jest-environment node */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { integrityOf, writeIntegrityRecord } from './integrity.ts'

test('the integrity record has the hash of every file of a release, and has a hash itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trazo-integrity-'))
  mkdirSync(join(folder, 'fonts'))
  writeFileSync(join(folder, 'fonts', 'a.woff2'), 'font')
  writeFileSync(join(folder, 'app.js'), 'alert(1)')
  const files = await writeIntegrityRecord(folder)
  const text = readFileSync(join(folder, 'integrity.json'), 'utf8')
  expect(JSON.parse(text)).toEqual({ 'app.js': integrityOf('alert(1)'), 'fonts/a.woff2': integrityOf('font') })
  expect(files).toBe(integrityOf(text))
  rmSync(folder, { recursive: true })
})

test('integrityOf returns a SHA-384 hash in the format of subresource integrity', () => {
  expect(integrityOf('')).toBe('sha384-OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb')
})
