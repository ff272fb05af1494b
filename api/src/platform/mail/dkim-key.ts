import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { DkimPlace } from '../environment/mail-environment.ts'
import { readNamedFile, refusalForVariable } from '../environment/named-file.ts'

export interface DkimKey {
  readonly domain: string
  readonly selector: string
  /** PEM. */
  readonly privateKey: string
  /** DER of SubjectPublicKeyInfo, Base64, as in DNS. */
  readonly publicKey: string
}

const VARIABLE = 'MAIL_DKIM_KEY_FILE'
/** RFC 8301, 3.2. */
const SHORTEST_KEY = 2048

const parseKey = (pem: string): KeyObject | undefined => {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}

/** @throws EnvironmentError for another key than RSA of at least 2,048 bits */
export const readDkimKey = async ({ domain, selector, keyFile }: DkimPlace): Promise<DkimKey> => {
  const pem = (await readNamedFile(keyFile, VARIABLE)).toString('latin1')
  const key = parseKey(pem)
  const bits = key?.asymmetricKeyType === 'rsa' ? (key.asymmetricKeyDetails?.modulusLength ?? 0) : 0
  if (key === undefined || bits < SHORTEST_KEY)
    throw refusalForVariable(VARIABLE)(
      `debe ser una llave RSA privada de al menos ${SHORTEST_KEY} bits, en PEM y sin contraseña (${keyFile})`,
    )
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64')
  return { domain, selector, privateKey: pem, publicKey }
}
