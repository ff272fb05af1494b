import type { UserFile } from 'shared/contract'

const plain = (name: string): string =>
  name
    .trim()
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .replace(/\.pdf$/, '')

export const isBlankName = (name: string): boolean => plain(name) === ''

/** Ignores case and '.pdf'. */
export const hasFileName = ({ original_filename }: UserFile, name: string): boolean =>
  plain(original_filename) === plain(name)

/** Same folding as the server's search: no accents, no case. */
export const foldFileName = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The server also matches description, notes and signers. */
export const suggestFiles = (found: readonly UserFile[], text: string, count: number): readonly UserFile[] => {
  const words = foldFileName(text)
    .split(/[\s_]+/)
    .filter((word) => word !== '')
  const inName = ({ original_filename }: UserFile) =>
    words.every((word) => foldFileName(original_filename).includes(word))
  return [...found.filter(inName), ...found.filter((file) => !inName(file))].slice(0, count)
}
