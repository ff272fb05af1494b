import type { FormField } from 'shared/contract/form-fields'
import { storedFormField } from '../../testing/wire.ts'
import { fromServer } from './form-field.ts'
import { stepsTo, storedOf, waitsForSigner } from './form-sync.ts'

const stored = storedFormField()
const field = fromServer(stored, 'ana|Ana')
const wanted = (fields = [field], signature: number | undefined = stored.signature_field_id) => ({
  ...{ fileId: 3, fields, signatureIdOf: () => signature },
})

test('a form field that the server has needs no step, whatever the order of its keys', () => {
  const turned: FormField = { ...stored, rule: { multiline: false, max_length: 20, kind: 'text' } }
  expect(stepsTo(wanted(), storedOf([turned]))).toEqual([])
})

test.each([
  ['a new one', [], [field], 7, ['create']],
  ['one that is gone', [stored], [], 7, ['delete']],
  ['one with another name', [stored], [{ ...field, label: 'Otra' }], 7, ['change']],
  ['one of a signature field that was placed again', [stored], [field], 8, ['change']],
  ['one whose signer has no stored signature field', [stored], [{ ...field, label: 'Otra' }], undefined, []],
] as const)('stepsTo returns the steps to store a form field: %s', (_case, known, fields, signature, kinds) => {
  const want = { fileId: 3, fields, signatureIdOf: () => signature }
  expect(stepsTo(want, storedOf(known)).map(({ kind }) => kind)).toEqual(kinds)
  expect(waitsForSigner(want)).toBe(signature === undefined)
})
