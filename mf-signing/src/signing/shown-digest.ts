import type { ViewerModel } from '../viewer/use-viewer.ts'
import { sha256Hex } from './sha256.ts'

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export const shownDigest = async ({ document: shown }: Pick<ViewerModel, 'document'>): Promise<string | undefined> => {
  const { subtle } = globalThis.crypto
  if (shown.kind !== 'loaded') return undefined
  const bytes = Uint8Array.from(await shown.document.bytes())
  if (subtle !== undefined) return hexOf(await subtle.digest('SHA-256', bytes))
  return sha256Hex(bytes)
}
