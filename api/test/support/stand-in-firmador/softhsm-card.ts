import { execFileSync } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Card } from './card.ts'
import type { CardHolder, Hierarchy } from './hierarchy.ts'

const MODULES = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so',
]
const PIN = '123456'

/** The key stays in the PKCS#11 module. */
export interface SoftHsmCard extends Card {
  remove(): void
}

/** Needs softhsm2-util and pkcs11-tool. */
export const createSoftHsmCard = async (hierarchy: Hierarchy, holder: CardHolder): Promise<SoftHsmCard> => {
  const folder = mkdtempSync(join(tmpdir(), 'trazo-card-'))
  mkdirSync(join(folder, 'tokens'))
  writeFileSync(join(folder, 'softhsm2.conf'), `directories.tokendir = ${join(folder, 'tokens')}\n`)
  const env = { ...process.env, SOFTHSM2_CONF: join(folder, 'softhsm2.conf') }
  const run = (tool: string, ...args: string[]): string =>
    execFileSync(tool, args, { env, stdio: 'pipe', encoding: 'utf8' })
  const module = MODULES.find((path) => existsSync(path))
  if (module === undefined) throw new Error('the module of SoftHSM2 is not where it is looked for')
  const pkcs11 = (...args: string[]): string =>
    run('pkcs11-tool', '--module', module, '--token-label', 'tarjeta', ...args)

  run('softhsm2-util', '--init-token', '--free', '--label', 'tarjeta', '--pin', PIN, '--so-pin', PIN)
  pkcs11('--login', '--pin', PIN, '--keypairgen', '--key-type', 'rsa:2048', '--id', '01', '--label', 'firma')
  pkcs11('--read-object', '--type', 'pubkey', '--id', '01', '--output-file', join(folder, 'key.der'))
  const publicKey = createPublicKey({ key: readFileSync(join(folder, 'key.der')), format: 'der', type: 'spki' })
  const [, serial = ''] = /serial num\s*:\s*(\S+)/.exec(pkcs11('--list-slots')) ?? []
  return {
    holder,
    tokenSerialNumber: serial,
    certificate: await hierarchy.issue(holder, publicKey.export({ format: 'der', type: 'spki' })),
    algorithm: 'RSA_SHA256',
    sign: (toBeSigned) => {
      const [input, output] = [join(folder, 'tbs'), join(folder, 'value')]
      writeFileSync(input, toBeSigned)
      pkcs11(
        ...['--login', '--pin', PIN, '--sign', '--mechanism', 'SHA256-RSA-PKCS', '--id', '01'],
        ...['--input-file', input, '--output-file', output],
      )
      return new Uint8Array(readFileSync(output))
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
