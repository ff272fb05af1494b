import type { ViewerModel } from '../viewer/use-viewer.ts'

/** Insecure contexts lack `crypto.subtle`. */
const digestOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
  const { subtle } = globalThis.crypto
  if (subtle !== undefined) return new Uint8Array(await subtle.digest('SHA-256', bytes))
  const { sha256 } = await import(/* webpackChunkName: "insecure-context" */ '@noble/hashes/sha2.js')
  return sha256(bytes)
}

/** Hexadecimal SHA-256. */
export const hexDigestOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  [...(await digestOf(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export const shownDigest = async ({ document: shown }: Pick<ViewerModel, 'document'>): Promise<string | undefined> =>
  shown.kind === 'loaded' ? hexDigestOf(Uint8Array.from(await shown.document.bytes())) : undefined
