import { proposedAltText } from './proposed-alt-text.ts'

test.each([
  ['plano_de_la-casa.png', 'Plano de la casa'],
  ['Logo Cooperativa.svg', 'Logo Cooperativa'],
  ['ñandú.webp', 'Ñandú'],
  ['foto de la entrada.jpg', 'Foto de la entrada'],
])('proposedAltText turns the file name %s into %s', (name, words) => {
  expect(proposedAltText(name)).toBe(words)
})

test.each([
  'IMG_20260131.png',
  'image.png',
  'DSC00123.JPG',
  'Screenshot 2026-01-31 at 10.22.33.png',
  'WhatsApp Image 2026-01-31 at 10.22.33 (1).jpeg',
  'Captura de pantalla 2026-01-31.png',
  '12345.png',
  'a1.png',
  '',
])('proposedAltText proposes nothing for the file name %s', (name) => {
  expect(proposedAltText(name)).toBeUndefined()
})
