import { annotationModes, codeOfMode, modeOfCode } from './modes.ts'
import { codeOfParameter, defaultParameters, withReported } from './parameters.ts'

test('codeOfMode and modeOfCode are inverse, and an unknown code has no mode', () => {
  for (const mode of annotationModes) expect(modeOfCode(codeOfMode(mode))).toBe(mode)
  expect(modeOfCode(102)).toBeUndefined()
  expect(modeOfCode('9')).toBeUndefined()
})

test('the initial highlight thickness and text size are those of the specification', () => {
  expect(defaultParameters).toMatchObject({ highlightThickness: 12, textSize: 10 })
})

test.each([
  ['a colour in capitals', [[codeOfParameter('highlightColor'), '#53FFBC']], { highlightColor: '#53ffbc' }],
  ['a size', [[codeOfParameter('textSize'), 24]], { textSize: 24 }],
  [
    'colour and opacity at once',
    [[24, { color: '#AB2419', opacity: 0.5 }]],
    { drawingColor: '#ab2419', drawingOpacity: 0.5 },
  ],
  [
    'several',
    [
      [codeOfParameter('drawingThickness'), 3],
      [codeOfParameter('highlightFree'), false],
    ],
    { drawingThickness: 3, highlightFree: false },
  ],
  ['a map', new Map([[codeOfParameter('textColor'), '#000001']]), { textColor: '#000001' }],
])('withReported applies %s from pdf.js to the parameters', (_what, details, changes) => {
  expect(withReported(defaultParameters, details)).toEqual({ ...defaultParameters, ...changes })
})

test.each([
  ['nothing', undefined],
  ['a number that we do not know', [[77, 1]]],
  ['a value of another kind', [[codeOfParameter('textSize'), '24']]],
  ['an invalid colour', [[codeOfParameter('textColor'), 'CanvasText']]],
  ['an unchanged value', [[codeOfParameter('textSize'), 10]]],
  ['a text in place of a list', 'textSize'],
])('withReported keeps the parameters when pdf.js reports %s', (_what, details) => {
  expect(withReported(defaultParameters, details)).toBe(defaultParameters)
})
