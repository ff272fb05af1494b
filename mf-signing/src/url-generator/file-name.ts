import type { UserFile } from 'shared/contract'

const plain = (name: string): string =>
  name
    .trim()
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .replace(/\.pdf$/, '')

/** Whether nothing that could name a file was written. */
export const isBlank = (name: string): boolean => plain(name) === ''

/** Whether a document bears this name, whatever the case of its letters, with or without '.pdf'. */
export const isNamed = ({ original_filename }: UserFile, name: string): boolean =>
  plain(original_filename) === plain(name)

/** Letters as the server's search compares them: no accents, no case. */
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Documents to suggest for what has been written so far: the server also finds them by description, notes and signers,
 * so those whose name holds every word come first.
 */
export const suggest = (found: readonly UserFile[], text: string, count: number): readonly UserFile[] => {
  const words = fold(text)
    .split(/[\s_]+/)
    .filter((word) => word !== '')
  const inName = ({ original_filename }: UserFile) => words.every((word) => fold(original_filename).includes(word))
  return [...found.filter(inName), ...found.filter((file) => !inName(file))].slice(0, count)
}
