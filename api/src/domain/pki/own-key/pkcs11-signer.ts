import { execFile } from 'node:child_process'
import type { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { KeySigner } from 'pdf/cms/node'
import { sha256Of } from 'pdf/cms/node'
import { SECOND_MS } from '../../../platform/clock.ts'
import type { Pkcs11Place } from '../../../platform/environment/signing-environment.ts'

const TOOL = 'pkcs11-tool'
/** Milliseconds; a token that hangs must not hold the document's lock. */
const TIME_LIMIT = 20 * SECOND_MS
/** Other users can read arguments, but not the environment. */
const PIN_VARIABLE = 'TRAZO_PKCS11_PIN'

const run = promisify(execFile)

/**
 * Uses OpenSC's `pkcs11-tool`: no third-party
 * module in this process, no compiler.
 */
export const pkcs11Signer = (
  { module, token, key }: Pick<Pkcs11Place, 'module' | 'token' | 'key'>,
  pin: string,
  { publicKey }: X509Certificate,
): KeySigner => {
  const isRsa = publicKey.asymmetricKeyType === 'rsa'
  const how = isRsa
    ? ['--mechanism', 'SHA256-RSA-PKCS']
    : // Not every token hashes for ECDSA, so it gets the digest.
      ['--mechanism', 'ECDSA', '--signature-format', 'openssl']
  return {
    sign: async (der) => {
      const folder = await mkdtemp(join(tmpdir(), 'trazo-pkcs11-'))
      try {
        const [input, output] = [join(folder, 'input'), join(folder, 'output')]
        await writeFile(input, isRsa ? der : sha256Of(der), { mode: 0o600 })
        const where = ['--module', module, '--token-label', token, '--login', '--pin', `env:${PIN_VARIABLE}`]
        const what = ['--sign', '--id', key, ...how, '--input-file', input, '--output-file', output]
        const env = { ...process.env, [PIN_VARIABLE]: pin }
        await run(TOOL, [...where, ...what], { timeout: TIME_LIMIT, env })
        return new Uint8Array(await readFile(output))
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  }
}
