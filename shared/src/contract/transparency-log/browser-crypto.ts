import type { NoteCrypto } from './note.ts'

/** This browser does not know Ed25519 (those from before 2025), or the page came without TLS. */
export class NoEd25519Error extends Error {}

const subtleCrypto = (): SubtleCrypto => {
  const { subtle }: { readonly subtle: SubtleCrypto | undefined } = crypto
  if (subtle === undefined) throw new NoEd25519Error('WebCrypto')
  return subtle
}

/** With WebCrypto alone. Both reject with NoEd25519Error. */
export const browserCrypto: NoteCrypto = {
  sha256: async (bytes) => new Uint8Array(await subtleCrypto().digest('SHA-256', bytes)),
  verify: async (publicKey, message, signature) => {
    const subtle = subtleCrypto()
    const key = await subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']).catch((cause: unknown) => {
      throw new NoEd25519Error('Ed25519', { cause })
    })
    return subtle.verify('Ed25519', key, signature, message)
  },
}
