import { execFileSync } from 'node:child_process'
import { createPublicKey, type KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MODULES = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so',
]
const PIN = '123456'
const LABEL = 'empresa'

export const softHsmModule = (): string | undefined => MODULES.find((path) => existsSync(path))

export interface Pkcs11Token {
  readonly folder: string
  /** Value of SOFTHSM2_CONF. */
  readonly configuration: string
  readonly publicKey: KeyObject
  readonly place: {
    readonly module: string
    readonly token: string
    readonly key: string
    readonly pinFile: string
  }
  remove(): void
}

/** Needs softhsm2-util and pkcs11-tool. */
export const createPkcs11Token = (keyType: string): Pkcs11Token => {
  const module = softHsmModule()
  if (module === undefined) throw new Error('SoftHSM2 is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'trazo-token-'))
  mkdirSync(join(folder, 'tokens'))
  const configuration = join(folder, 'softhsm2.conf')
  writeFileSync(configuration, `directories.tokendir = ${join(folder, 'tokens')}\n`)
  const pinFile = join(folder, 'pin')
  writeFileSync(pinFile, `${PIN}\n`)
  const run = (tool: string, ...args: string[]): void => {
    execFileSync(tool, args, { env: { ...process.env, SOFTHSM2_CONF: configuration }, stdio: 'pipe' })
  }
  const pkcs11 = (...args: string[]): void => run('pkcs11-tool', '--module', module, '--token-label', LABEL, ...args)
  run('softhsm2-util', '--init-token', '--free', '--label', LABEL, '--pin', PIN, '--so-pin', PIN)
  pkcs11('--login', '--pin', PIN, '--keypairgen', '--key-type', keyType, '--id', '01', '--label', 'firma')
  pkcs11('--read-object', '--type', 'pubkey', '--id', '01', '--output-file', join(folder, 'key.der'))
  return {
    folder,
    configuration,
    publicKey: createPublicKey({ key: readFileSync(join(folder, 'key.der')), format: 'der', type: 'spki' }),
    place: { module, token: LABEL, key: '01', pinFile },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
