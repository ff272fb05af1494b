import { errorMessages } from 'shared/contract/errors'
import type { NetworkAnswer } from 'shared/testing'
import { fieldFromServer, temporaryField } from '../../fields/field-lifecycle.ts'
import { refusal, serveApi } from '../../testing/fake-api.ts'
import { storedField } from '../../testing/wire.ts'
import { saveFailure, saveFields, saveRefusal } from './save-fields.ts'

const temporary = (signerName: string, page = 1) =>
  temporaryField(
    {
      type: 'signature',
      label: 'Firma de Terceros',
      signerName,
      signerEmail: 'x@example.com',
      page,
      rect: { x: 0, y: 0, width: 0.5, height: 0.5 },
    },
    { now: () => 0, random: () => signerName.length / 100 },
  )
const saved = fieldFromServer(storedField())
const ana = temporary('Ana')
const luisa = temporary('Luisa', 2)
const eva = temporary('Evangelina', 3)

test.each([
  ['without a token', [ana], { fileId: 3, token: undefined }, errorMessages.UNAUTHENTICATED],
  ['with a file id that is no number', [ana], { fileId: 'abc', token: 't' }, 'ID de archivo de usuario inválido'],
  ['with no id at all', [ana], { fileId: undefined, token: 't' }, 'ID de archivo de usuario inválido'],
  ['without a field', [], { fileId: 3, token: 't' }, 'No hay campos de firma para guardar'],
  ['without a temporary field', [saved], { fileId: 3, token: 't' }, 'No hay campos nuevos para guardar'],
  ['with one', [saved, ana], { fileId: 3, token: 't' }, undefined],
])('saving %s', (_case, fields, context, message) => {
  expect(saveRefusal(fields, context)).toBe(message)
})

const save = async (answers: readonly (NetworkAnswer | undefined)[]) => {
  const left = [...answers]
  const calls = serveApi({ answer: () => left.shift() })
  const outcome = await saveFields([saved, ana, luisa, eva], 3)
  return { outcome, calls, names: outcome.unsaved.map(({ field }) => field.signerName) }
}
const offPage = refusal(400, 'PAGE_OUT_OF_RANGE', errorMessages.PAGE_OUT_OF_RANGE)

test('one that is refused does not keep the others from being saved; the message says which', async () => {
  const { outcome, names } = await save([undefined, offPage, undefined])
  expect(outcome.saved.map(({ temporaryId }) => temporaryId)).toEqual([ana.id, eva.id])
  expect(names).toEqual(['Luisa'])
  expect(saveFailure(outcome)).toBe(
    `Error al guardar las posiciones de los campos. Se guardaron 2 de 3; sin guardar: Luisa (página 2). ${errorMessages.PAGE_OUT_OF_RANGE}`,
  )
})

test.each([
  ['the network is gone', new Error('offline')],
  ['the session is over', refusal(401, 'SESSION_EXPIRED', errorMessages.SESSION_EXPIRED)],
  ['the server is down', refusal(503, 'UNAVAILABLE', errorMessages.UNAVAILABLE)],
])('%s: the rest is not tried, and stays', async (_case, answer) => {
  const { outcome, names, calls } = await save([undefined, answer])
  expect(calls).toHaveLength(2)
  expect(names).toEqual(['Luisa', 'Evangelina'])
  expect(outcome.frozen).toBe(false)
  expect(saveFailure(outcome)).toMatch(/Se guardó 1 de 3; sin guardar: Luisa \(página 2\), Evangelina \(página 3\)\./)
})

test('a document that was signed meanwhile says so', async () => {
  const { outcome, calls } = await save([refusal(409, 'DOCUMENT_FROZEN', errorMessages.DOCUMENT_FROZEN)])
  expect(calls).toHaveLength(1)
  expect(outcome.frozen).toBe(true)
  expect(saveFailure(outcome)).toBe(`Error al guardar las posiciones de los campos: ${errorMessages.DOCUMENT_FROZEN}`)
})

test('the same reason is said once', async () => {
  const { outcome } = await save([offPage, offPage, offPage])
  expect(saveFailure(outcome)).toBe(`Error al guardar las posiciones de los campos: ${errorMessages.PAGE_OUT_OF_RANGE}`)
})
