import { evidenceName } from './evidence.ts'

test.each([
  ['Contrato.pdf', 'Contrato (certificado).pdf', 'Contrato (evidencia).zip'],
  ['Acta 1.2.PDF', 'Acta 1.2 (certificado).pdf', 'Acta 1.2 (evidencia).zip'],
  ['sin final', 'sin final (certificado).pdf', 'sin final (evidencia).zip'],
])('certificate and bundle of "%s" have different file names', (filename, certificate, bundle) => {
  expect(evidenceName(filename, 'certificate')).toBe(certificate)
  expect(evidenceName(filename, 'bundle')).toBe(bundle)
})
