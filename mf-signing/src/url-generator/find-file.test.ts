import { storedFile } from '../testing/wire.ts'
import { findFile } from './find-file.ts'

const contract = storedFile({ id: 3, original_filename: 'Contrato Único.pdf' })
const files = [contract, storedFile({ id: 4, original_filename: 'acta.pdf' })]

test.each(['Contrato Único.pdf', 'contrato único', '  CONTRATO ÚNICO.PDF '])("finds '%s' whatever its case", (name) => {
  expect(findFile(files, name)).toEqual({ kind: 'found', file: contract })
})

test.each([
  ['', 'Por favor ingresa el nombre del archivo.'],
  ['   ', 'Por favor ingresa el nombre del archivo.'],
  ['otro.pdf', 'Archivo no encontrado. Verifica el nombre del archivo.'],
])("refuses '%s'", (name, message) => {
  expect(findFile(files, name)).toEqual({ kind: 'refused', message })
})
