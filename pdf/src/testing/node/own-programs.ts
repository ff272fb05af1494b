import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { openPdf } from '../../syntax/index.ts'
import { inflateWithNode } from '../../syntax/inflate-node.ts'
import { withTempDir } from './tools.ts'

/** One self-signed test certificate, 2020 to 2099, for both programs. */
const keys = (name: string): Buffer => readFileSync(new URL(`./keys/${name}`, import.meta.url))
const PASSWORD = 'prueba'
export const EXTERNAL_SIGNER_NAME = 'Firmante de prueba'

const run = (bytes: Uint8Array, work: (folder: string) => void): Uint8Array =>
  withTempDir((folder) => {
    writeFileSync(join(folder, 'in.pdf'), bytes)
    work(folder)
    return new Uint8Array(readFileSync(join(folder, 'out.pdf')))
  })

/** Fills a prepared field; SHA-1, without time stamp. */
export const signWithMutool = (bytes: Uint8Array, fieldName: string): Uint8Array => {
  const fields = openPdf(bytes, { inflate: inflateWithNode }).signatureFields()
  const number = fields.find(({ name }) => name === fieldName)?.ref?.num
  return run(bytes, (cwd) => {
    writeFileSync(join(cwd, 'signer.p12'), keys('signer.p12'))
    const args = ['sign', '-s', 'signer.p12', '-P', PASSWORD, '-o', 'out.pdf', 'in.pdf', String(number)]
    execFileSync('mutool', args, { cwd, stdio: 'pipe' })
  })
}

/** Adds its own unseen field. */
export const signWithPdfsig = (bytes: Uint8Array): Uint8Array =>
  run(bytes, (cwd) => {
    for (const name of ['cert9.db', 'key4.db']) writeFileSync(join(cwd, name), gunzipSync(keys(`${name}.gz`)))
    execFileSync('pdfsig', ['-nssdir', cwd, '-add-signature', '-nick', 'firmante', 'in.pdf', 'out.pdf'], {
      cwd,
      stdio: 'pipe',
    })
  })

export const rewriteWithMutool = (bytes: Uint8Array): Uint8Array =>
  run(bytes, (cwd) => void execFileSync('mutool', ['clean', 'in.pdf', 'out.pdf'], { cwd, stdio: 'pipe' }))
