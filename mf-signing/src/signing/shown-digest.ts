import type { ViewerModel } from '../viewer/use-viewer.ts'

/** Insecure contexts lack `crypto.subtle`. */
const digestOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
  const { subtle } = globalThis.crypto
  if (subtle !== undefined) return new Uint8Array(await subtle.digest('SHA-256', bytes))
  const { sha256 } = await import(/* webpackChunkName: "insecure-context" */ '@noble/hashes/sha2.js')
  return sha256(bytes)
}

export const shownDigest = async ({ document: shown }: Pick<ViewerModel, 'document'>): Promise<string | undefined> => {
  if (shown.kind !== 'loaded') return undefined
  const digest = await digestOf(Uint8Array.from(await shown.document.bytes()))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
