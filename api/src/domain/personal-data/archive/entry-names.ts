/** Invisible, or forbidden by some file system. */
const FORBIDDEN = /[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*]/gu
/** Characters, without the number. */
const MAX_LENGTH = 80

/** The number separates equal names and avoids reserved ones. */
export const folderName = (index: number, filename: string): string => {
  const readable = filename
    .normalize('NFC')
    .replace(/\.pdf$/i, '')
    .replace(FORBIDDEN, '_')
    .replace(/\s+/gu, ' ')
  const name = [...readable]
    .slice(0, MAX_LENGTH)
    .join('')
    .replace(/[ .]+$/u, '')
    .trim()
  return `${String(index + 1).padStart(4, '0')} ${name || 'documento'}`
}
