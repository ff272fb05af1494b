/** What no file system of today takes in a name, and what people cannot see. */
const FORBIDDEN = /[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*]/gu
const MAX_LENGTH = 80

/**
 * Folder of a document in an archive: its place and its name. The number keeps two of one name apart, and no name
 * begins with a point or is a device's.
 */
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
