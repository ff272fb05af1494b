import fc from 'fast-check'
import { cleanFilename, FILENAME_MAX_LENGTH } from './clean-filename.ts'

test.each([
  ['Contrato.pdf', 'Contrato.pdf'],
  ['Año nuevo – señal.PDF', 'Año nuevo – señal.pdf'],
  ['C:\\Usuarios\\ana\\Contrato.pdf', 'Contrato.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['contrato\r\nX-Injected: 1.pdf', 'contratoX-Injected: 1.pdf'],
  ['factura\u202efdp.exe', 'facturafdp.exe.pdf'],
  ['  muchos   espacios .pdf', 'muchos espacios.pdf'],
  ['n\u0303andu.pdf', 'ñandu.pdf'],
  ['.pdf', 'documento.pdf'],
  ['', 'documento.pdf'],
])('the API stores the filename %j as %j', (given, kept) => {
  expect(cleanFilename(given)).toBe(kept)
})

test('every filename becomes one short line without control characters or slashes that ends in .pdf', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const clean = cleanFilename(name)
      expect(clean).toMatch(/^[^\p{Cc}\\/]+\.pdf$/u)
      expect([...clean].length).toBeLessThanOrEqual(FILENAME_MAX_LENGTH + '.pdf'.length)
      expect(cleanFilename(clean)).toBe(clean)
    }),
  )
})
