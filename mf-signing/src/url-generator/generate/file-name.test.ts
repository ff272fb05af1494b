import { storedFile } from '../../testing/wire.ts'
import { isBlank, isNamed, suggest } from './file-name.ts'
import { findByName } from './find-by-name.ts'

const named = (original_filename: string, description = '') => storedFile({ original_filename, description })
const contract = named('Contrato Único.pdf')

test.each(['Contrato Único.pdf', 'contrato único', '  CONTRATO  ÚNICO.PDF '])(
  "section 5: '%s' matches, whatever its case",
  (name) => expect(isNamed(contract, name)).toBe(true),
)

test('a letter composed of two characters is the same letter', () => {
  expect(isNamed(contract, 'contrato único'.normalize('NFD'))).toBe(true)
})

test.each(['contrato', 'contrato unico', 'contrato único 2', 'contrato_único'])("'%s' is another name", (name) =>
  expect(isNamed(contract, name)).toBe(false),
)

test.each([
  ['', true],
  [' \t', true],
  ['.pdf', true],
  ['a', false],
])("'%s' is blank: %s", (name, blank) => expect(isBlank(name)).toBe(blank))

test('suggestions: names that hold every word come first, in the order they were found; no more than asked for', () => {
  const found = [named('acta.pdf', 'el contrato único'), named('Único contrato.pdf'), named('nota.pdf'), contract]
  const names = (count: number) => suggest(found, 'CONTRATO unico', count).map((file) => file.original_filename)
  expect(names(4)).toEqual(['Único contrato.pdf', 'Contrato Único.pdf', 'acta.pdf', 'nota.pdf'])
  expect(names(2)).toEqual(['Único contrato.pdf', 'Contrato Único.pdf'])
})

test('the server is asked for the name alone; a name that differs in an accent is not it', async () => {
  const find = jest.fn(async () => ({ documents: [named('Contrato Unico.pdf'), contract], next_cursor: null }))
  const signal = new AbortController().signal
  expect(await findByName(' contrato único', signal, find)).toEqual([contract])
  expect(find).toHaveBeenCalledWith({ name: 'contrato único', limit: '50' }, signal)
})
