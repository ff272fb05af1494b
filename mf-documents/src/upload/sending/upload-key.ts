import type { UploadInput } from 'shared/http'

type Content = Omit<UploadInput, 'key'>

export interface KeyedUpload {
  readonly content: Content
  readonly key: string
}

const isSame = (a: Content, b: Content): boolean =>
  a.file === b.file &&
  a.fileTypeId === b.fileTypeId &&
  a.description === b.description &&
  a.notes === b.notes &&
  a.clean === b.clean

/** Keeps the key of an unchanged upload: the server stores it once. */
export const keyed = (last: KeyedUpload | undefined, content: Content, newKey: () => string): KeyedUpload =>
  last !== undefined && isSame(last.content, content) ? last : { content, key: newKey() }

/**
 * Returns a random UUID (RFC 9562, version 4).
 * `crypto.randomUUID` needs TLS.
 */
export const randomKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
