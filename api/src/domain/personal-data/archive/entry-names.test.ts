import fc from 'fast-check'
import { folderName } from './entry-names.ts'

test.each([
  ['Contrato.pdf', '0001 Contrato'],
  ['../../etc/passwd.pdf', '0001 .._.._etc_passwd'],
  ['C:\\Windows\\system.pdf', '0001 C__Windows_system'],
  ['fin\u202egpj.pdf', '0001 fin_gpj'],
  ['línea\nnueva\u0000.pdf', '0001 línea_nueva_'],
  ['puntos... .pdf', '0001 puntos'],
  ['.pdf', '0001 documento'],
  ['CON.pdf', '0001 CON'],
])('the document %j gets the folder %j', (filename, expected) => {
  expect(folderName(0, filename)).toBe(expected)
})

test('any file name gives a safe, visible and short folder name that is unique to its number', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(9999), fc.nat(9999), (filename, one, other) => {
      const name = folderName(one, filename)
      expect(name).toMatch(/^\d{4,5} [^\p{C}\p{Zl}\p{Zp}/\\:<>"|?*]{1,160}$/u)
      expect(name).not.toMatch(/[ .]$/)
      expect(name === folderName(other, filename)).toBe(one === other)
    }),
  )
})
