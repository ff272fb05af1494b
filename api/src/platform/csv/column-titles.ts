import type { CsvTable } from './read-csv.ts'

/** Lower case, without accents and signs, as `titleWords` are written. */
export const plainTitle = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Titles in Spanish and English. */
export const titleWords = {
  email: ['email', 'e mail', 'correo', 'correo electronico', 'mail', 'email address', 'direccion de correo'],
  name: ['nombre', 'nombre completo', 'name', 'full name', 'nombre y apellidos', 'persona', 'firmante'],
  certificate_identification: ['identificacion', 'cedula', 'dimex', 'id', 'identificacion del certificado'],
} as const

/** Titles of the column that names the document. */
export const documentWords: readonly string[] = ['documento', 'nombre del documento', 'archivo', 'contrato', 'document']

/** @param person as `plainTitle` writes it */
export const titlesOfPerson = (datum: keyof typeof titleWords, person: string): string[] =>
  titleWords[datum].flatMap((word) => [
    `${word} de ${person}`,
    `${word} del ${person}`,
    `${word} ${person}`,
    `${person} ${word}`,
  ])

/** @returns the first unused column with one of the names, from 0 */
export const findColumn = (
  columns: readonly string[],
  names: readonly string[],
  used: ReadonlySet<number>,
): number | null => {
  const found = columns.findIndex((column, index) => !used.has(index) && names.includes(column))
  return found < 0 ? null : found
}

/** Of a file with one person in a row. Null: no title names it. */
export const findPersonColumns = ({ columns }: CsvTable): Readonly<Record<'name' | 'email', number | null>> => {
  const headers = columns.map(plainTitle)
  const find = (names: readonly string[]) => findColumn(headers, names, new Set())
  return { name: find(titleWords.name), email: find(titleWords.email) }
}
