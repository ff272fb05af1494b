import { fieldsInWords } from './fields-in-words.ts'

test.each<[readonly number[], number, string]>([
  [[1], 0, 'un campo en la página 1'],
  [[2], 6, 'un campo de firma en la página 2 y 6 para llenar'],
  [[2], 1, 'un campo de firma en la página 2 y uno para llenar'],
  [[1, 3], 0, '2 campos en las páginas 1 y 3'],
  [[4, 4, 4], 0, '3 campos en la página 4'],
  [[1, 1, 2, 9], 12, '4 campos de firma en las páginas 1, 2 y 9 y 12 para llenar'],
])('fieldsInWords(%p, %p) is %p', (pages, toFill, expected) => {
  expect(fieldsInWords(pages, toFill)).toBe(expected)
})
