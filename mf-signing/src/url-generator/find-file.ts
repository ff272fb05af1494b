import type { UserFile } from 'shared/contract'

export const urlTexts = {
  nameMissing: 'Por favor ingresa el nombre del archivo.',
  notFound: 'Archivo no encontrado. Verifica el nombre del archivo.',
  copied: 'URL copiada al portapapeles',
  copyFailed: 'Error al copiar la URL',
} as const

export type Finding =
  | { readonly kind: 'found'; readonly file: UserFile }
  | { readonly kind: 'refused'; readonly message: string }

/** A document by its name, whatever the case of its letters, with or without '.pdf'. Of two, the newer one. */
export const findFile = (files: readonly UserFile[], name: string): Finding => {
  const plain = (text: string) =>
    text
      .trim()
      .normalize('NFC')
      .toLowerCase()
      .replace(/\.pdf$/, '')
  const wanted = plain(name)
  if (wanted === '') return { kind: 'refused', message: urlTexts.nameMissing }
  const file = files.find(({ original_filename }) => plain(original_filename) === wanted)
  return file ? { kind: 'found', file } : { kind: 'refused', message: urlTexts.notFound }
}
