import { storedFile } from '../../testing/wire.ts'
import { hasFileName, isBlankName, suggestFiles } from './file-name.ts'
import { findByName } from './find-by-name.ts'

const named = (original_filename: string, description = '') => storedFile({ original_filename, description })
const contract = named('Contrato Único.pdf')

test.each(['Contrato Único.pdf', 'contrato único', '  CONTRATO  ÚNICO.PDF '])(
  "section 5: the name '%s' matches the document in any case, with or without extension",
  (name) => expect(hasFileName(contract, name)).toBe(true),
)

test('hasFileName treats a composed and a decomposed accent as the same letter', () => {
  expect(hasFileName(contract, 'contrato único'.normalize('NFD'))).toBe(true)
})

test.each(['contrato', 'contrato unico', 'contrato único 2', 'contrato_único'])(
  "hasFileName does not accept the different name '%s'",
  (name) => expect(hasFileName(contract, name)).toBe(false),
)

test.each([
  ['', true],
  [' \t', true],
  ['.pdf', true],
  ['a', false],
])("isBlankName('%s') is %s", (name, blank) => expect(isBlankName(name)).toBe(blank))

test('suggest puts names with every word first, keeps their order and respects the limit', () => {
  const found = [named('acta.pdf', 'el contrato único'), named('Único contrato.pdf'), named('nota.pdf'), contract]
  const names = (count: number) => suggestFiles(found, 'CONTRATO unico', count).map((file) => file.original_filename)
  expect(names(4)).toEqual(['Único contrato.pdf', 'Contrato Único.pdf', 'acta.pdf', 'nota.pdf'])
  expect(names(2)).toEqual(['Único contrato.pdf', 'Contrato Único.pdf'])
})

test('findByName requests the trimmed name and drops documents that differ in an accent', async () => {
  const find = jest.fn(async () => ({ documents: [named('Contrato Unico.pdf'), contract], next_cursor: null }))
  const signal = new AbortController().signal
  expect(await findByName(' contrato único', signal, find)).toEqual([contract])
  expect(find).toHaveBeenCalledWith({ name: 'contrato único', limit: '50' }, signal)
})
