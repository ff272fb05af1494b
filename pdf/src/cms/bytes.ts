/** Bytes with their own buffer, for WebCrypto. */
export type OwnBytes = Uint8Array<ArrayBuffer>

/** Copies, because WebCrypto refuses views of a SharedArrayBuffer. */
export const copyBytes = (bytes: Uint8Array): OwnBytes => new Uint8Array(bytes)

/** Not in constant time: for public values only. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}

export function bytesToBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

export const base64ToBytes = (text: string): OwnBytes =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
