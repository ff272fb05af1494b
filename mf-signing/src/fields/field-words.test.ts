import { guidesInWords, placeInWords, sizeInWords } from './field-words.ts'

const ana = { signerName: 'Ana' }
const rect = { x: 0.123, y: 0.5, width: 0.333, height: 0.061 }

test('placeInWords and sizeInWords give position and size in percent of the page', () => {
  expect(placeInWords(ana, rect)).toBe('Campo de Ana: 12 % desde la izquierda, 50 % desde arriba')
  expect(sizeInWords(ana, rect)).toBe('Campo de Ana: 33 % de ancho, 6 % de alto')
})

test('guidesInWords names what the field is aligned with', () => {
  const page = { width: 600, height: 800 }
  const centre = { axis: 'x', at: 300, from: 0, to: 800 } as const
  const other = { axis: 'y', at: 120, from: 0, to: 100 } as const
  expect(guidesInWords([], page)).toBe('')
  expect(guidesInWords([centre], page)).toBe(', alineado con el centro de la página')
  expect(guidesInWords([other], page)).toBe(', alineado con otro campo')
  expect(guidesInWords([centre, other], page)).toBe(', alineado con el centro de la página y con otro campo')
})
