import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePdf } from './make-pdf.ts'

/** Third-party PDFs outside the repository; may be absent. */
const folder = join(import.meta.dirname, '../../../shared/pdfs')

const contract = (): Buffer =>
  makePdf([1, 2, 3].map((page) => ({ text: `Contrato de servicios profesionales, página ${page}` })))

export const realPdf = (name: string, generate = contract): { bytes: Buffer; origin: string } => {
  const path = join(folder, name)
  if (existsSync(path)) return { bytes: readFileSync(path), origin: name }
  return { bytes: generate(), origin: `generated (${name} is not there)` }
}
