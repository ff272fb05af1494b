import { formatSignedAt, signatureCaption } from './signature-caption.ts'

const time = new Date('2026-03-15T04:05:09Z')

test('the caption shows the time of Costa Rica', () => {
  expect(formatSignedAt(time)).toBe('14/03/2026 22:05')
  expect(formatSignedAt(new Date('2026-01-01T06:00:00Z'))).toBe('01/01/2026 00:00')
})

test('the caption states the signing time and the name Trazo', () => {
  expect(signatureCaption(time)).toBe('14/03/2026 22:05 · Firmado con Trazo')
})
