import { newFormField } from '../form-field.ts'
import { type SettingValues, settingProblems, settingsOf, settingValuesOf } from './setting-values.ts'

const ids = { now: () => 1, random: () => 0.5 }
const rect = { x: 0, y: 0, width: 0.3, height: 0.1 }
const of = (
  kind: 'text' | 'number' | 'date' | 'choice' | 'checkbox' | 'initials',
  over: Partial<SettingValues> = {},
) => ({
  ...settingValuesOf(newFormField({ kind, signer: 'owner', page: 1, rect }, [], ids)),
  ...over,
})

test.each(['text', 'number', 'date', 'choice', 'checkbox', 'initials'] as const)(
  '%s: the settings of a new form field are valid',
  (kind) => {
    const field = newFormField({ kind, signer: 'owner', page: 1, rect }, [], ids)
    expect(settingProblems(kind, settingValuesOf(field))).toEqual({})
    expect(settingsOf(kind, settingValuesOf(field)).rule).toEqual(field.rule)
  },
)

test.each([
  ['text', { label: ' ' }, { label: 'Escribe el nombre del campo.' }],
  ['text', { label: 'x'.repeat(101) }, { label: 'El nombre admite hasta 100 caracteres.' }],
  ['text', { signer: '' }, { signer: 'Elige quién lo llena.' }],
  ['text', { maxLength: '2001' }, { maxLength: 'Escribe un número del 1 al 2000.' }],
  ['number', { min: 'x' }, { min: 'Escribe un número, por ejemplo 1250 o 12,5.' }],
  ['number', { min: '2', max: '1' }, { max: 'El máximo es menor que el mínimo.' }],
  ['number', { decimals: '' }, { decimals: 'Escribe un número del 0 al 6.' }],
  ['choice', { options: 'A' }, { options: 'Escribe al menos 2 opciones, una por línea.' }],
  ['choice', { options: 'A\nB\nA' }, { options: '«A» está dos veces.' }],
  [
    'choice',
    { options: Array.from({ length: 51 }, (_, n) => n).join('\n') },
    { options: 'Se admiten hasta 50 opciones y hay 51.' },
  ],
] as const)('%s: the settings show a problem for %p', (kind, over, problems) => {
  expect(settingProblems(kind, of(kind, over))).toEqual(problems)
})

test('the settings read numbers with a decimal comma', () => {
  expect(settingsOf('number', of('number', { min: '1,5', max: '' })).rule).toEqual({
    ...{ kind: 'number', min: 1.5, max: null, decimals: 2 },
  })
})
