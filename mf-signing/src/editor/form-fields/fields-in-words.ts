import { formatPeopleNames } from '../../format.ts'

/** All fields of one person; pages of the signature fields, in order. */
export const fieldsInWords = (pages: readonly number[], toFill: number): string => {
  const places = [...new Set(pages)].map(String)
  const where = `${places.length === 1 ? 'en la página' : 'en las páginas'} ${formatPeopleNames(places)}`
  const kind = toFill > 0 ? ' de firma' : ''
  const signing = pages.length === 1 ? `un campo${kind} ${where}` : `${pages.length} campos${kind} ${where}`
  if (toFill === 0) return signing
  return `${signing} y ${toFill === 1 ? 'uno' : toFill} para llenar`
}
