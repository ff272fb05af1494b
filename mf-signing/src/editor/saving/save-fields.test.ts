/** @jest-environment jsdom */
import { errorMessages } from 'shared/contract/errors'
import type { NetworkAnswer, SentCall } from 'shared/testing'
import { temporaryField } from '../../fields/new-field.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { refusal, serveApi } from '../../testing/fake-api.ts'
import { storedField } from '../../testing/wire.ts'
import type { FieldDrafts } from '../fields/drafts.ts'
import { noDrafts } from '../fields/drafts.ts'
import { isComplete, saveFailure, saveRefusal, syncDrafts } from './save-fields.ts'

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
const ana = temporary('Ana')
const luisa = temporary('Luisa', 2)
const eva = temporary('Evangelina', 3)

test.each([
  ['without a token', 1, 1, { fileId: 3, token: undefined }, errorMessages.UNAUTHENTICATED],
  ['with a file id that is no number', 1, 1, { fileId: 'abc', token: 't' }, 'ID de archivo de usuario inválido'],
  ['with no id at all', 1, 1, { fileId: undefined, token: 't' }, 'ID de archivo de usuario inválido'],
  ['without a field', 0, 0, { fileId: 3, token: 't' }, 'No hay campos de firma para guardar'],
  ['without an unsaved field', 1, 0, { fileId: 3, token: 't' }, 'No hay campos nuevos para guardar'],
  ['with one', 2, 1, { fileId: 3, token: 't' }, undefined],
])('saveRefusal returns the message for saving %s', (_case, fields, unsaved, context, message) => {
  expect(saveRefusal({ ...context, fields, unsaved })).toBe(message)
})

const storeOf = (drafts: FieldDrafts = noDrafts) => {
  const store = { drafts, get: () => store.drafts, set: (next: FieldDrafts) => Object.assign(store, { drafts: next }) }
  return store
}

const save = async (answers: readonly (NetworkAnswer | undefined)[]) => {
  const left = [...answers]
  const calls = serveApi({ answer: () => left.shift() })
  const outcome = await syncDrafts([ana, luisa, eva], 3, storeOf())
  return { outcome, calls, names: outcome.unsaved.map(({ field }) => field.signerName) }
}
const offPage = refusal(400, 'PAGE_OUT_OF_RANGE', errorMessages.PAGE_OUT_OF_RANGE)

test('a refused field does not stop the other fields, and the message names the refused field', async () => {
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
])('%s: the remaining fields are not sent and stay unsaved', async (_case, answer) => {
  const { outcome, names, calls } = await save([undefined, answer])
  expect(calls).toHaveLength(2)
  expect(names).toEqual(['Luisa', 'Evangelina'])
  expect(outcome.frozen).toBe(false)
  expect(saveFailure(outcome)).toMatch(/Se guardó 1 de 3; sin guardar: Luisa \(página 2\), Evangelina \(página 3\)\./)
})

test('saving stops at a document that is already signed, and the message gives the reason', async () => {
  const { outcome, calls } = await save([refusal(409, 'DOCUMENT_FROZEN', errorMessages.DOCUMENT_FROZEN)])
  expect(calls).toHaveLength(1)
  expect(outcome.frozen).toBe(true)
  expect(saveFailure(outcome)).toBe(`Error al guardar las posiciones de los campos: ${errorMessages.DOCUMENT_FROZEN}`)
})

test('the message gives the same reason only once', async () => {
  const { outcome } = await save([offPage, offPage, offPage])
  expect(saveFailure(outcome)).toBe(`Error al guardar las posiciones de los campos: ${errorMessages.PAGE_OUT_OF_RANGE}`)
})

describe('saving again', () => {
  const again = async (
    fields: (typeof ana)[],
    before: (typeof ana)[],
    answer?: (call: SentCall) => NetworkAnswer | undefined,
  ) => {
    const api: FakeApi = { fields: [] }
    const calls = serveApi(api)
    const store = storeOf()
    await syncDrafts(before, 3, store)
    calls.length = 0
    if (answer) api.answer = answer
    const outcome = await syncDrafts(fields, 3, store)
    return { outcome, api, store, sent: calls.map(({ method, url }) => `${method} ${url.replace(/\?.*/, '')}`) }
  }
  const moved = { ...ana, rect: { ...ana.rect, x: 0.25 } }
  const list = '/home/api/signature-fields/'

  test('syncDrafts sends nothing for fields that the server already has', async () => {
    const { sent, outcome } = await again([ana, luisa], [ana, luisa])
    expect(sent).toEqual([])
    expect(outcome).toMatchObject({ saved: [], unsaved: [] })
    expect(isComplete(outcome)).toBe(true)
  })

  test('syncDrafts replaces a moved field and deletes an undone field', async () => {
    const { sent, outcome, api } = await again([moved], [ana, luisa])
    expect(sent).toEqual([`DELETE ${list}100/`, `DELETE ${list}101/`, `POST ${list}`])
    expect(outcome.saved.map(({ field }) => field.x_relative)).toEqual([0.25])
    expect(api.fields?.at(-1)?.x_relative).toBe(0.25)
  })

  test('syncDrafts counts a field that the server does not have as deleted', async () => {
    const { outcome, store } = await again([], [ana], () => refusal(404, 'NOT_FOUND', 'x'))
    expect(isComplete(outcome)).toBe(true)
    expect(store.get()).toEqual(noDrafts)
  })

  test('syncDrafts does not resend a field whose stored version cannot be deleted', async () => {
    const { sent, outcome } = await again([moved, luisa], [ana], ({ method }) =>
      method === 'DELETE' ? refusal(400, 'VALIDATION', 'No.') : undefined,
    )
    expect(sent).toEqual([`DELETE ${list}100/`, `POST ${list}`])
    expect(outcome.unsaved.map(({ field }) => field.signerName)).toEqual(['Ana'])
    expect(isComplete(outcome)).toBe(false)
  })

  test('after a lost answer, syncDrafts reads the stored fields before it sends a change', async () => {
    const api: FakeApi = { fields: [] }
    const calls = serveApi(api)
    const store = storeOf()
    api.answer = ({ method, body }) => {
      if (method !== 'POST') return undefined
      api.fields = [storedField({ id: 50, field_id: String((body as { field_id: string }).field_id) })]
      return new Error('the answer was lost')
    }
    expect(isComplete(await syncDrafts([ana], 3, store))).toBe(false)
    delete api.answer
    calls.length = 0
    const outcome = await syncDrafts([moved], 3, store)
    expect(calls.map(({ method }) => method)).toEqual(['GET', 'DELETE', 'POST'])
    expect(isComplete(outcome)).toBe(true)
  })

  test('after a lost request, syncDrafts sends a field again that the server does not list', async () => {
    const api: FakeApi = { fields: [storedField({ id: 49, field_id: 'someone-else' })] }
    const calls = serveApi(api)
    const store = storeOf()
    api.answer = ({ method }) => (method === 'POST' ? new Error('the request was lost') : undefined)
    expect(isComplete(await syncDrafts([ana], 3, store))).toBe(false)
    delete api.answer
    calls.length = 0
    const outcome = await syncDrafts([ana], 3, store)
    expect(calls.map(({ method }) => method)).toEqual(['GET', 'POST'])
    expect(isComplete(outcome)).toBe(true)
    expect(store.get().get(ana.id)?.stored?.field_id).toBe(ana.fieldId)
  })

  test('a field that the server does not list is not left over, even if another one cannot be deleted', async () => {
    const store = storeOf(
      new Map([
        [luisa.id, { sent: luisa, stored: storedField({ id: 51, field_id: luisa.id }) }],
        [ana.id, { sent: ana, stored: undefined }],
      ]),
    )
    const fields = [storedField({ id: 51, field_id: luisa.id })]
    serveApi({ fields, answer: ({ method }) => (method === 'DELETE' ? new Error('offline') : undefined) })
    expect(await syncDrafts([], 3, store)).toMatchObject({ left: 1 })
    expect([...store.get().keys()]).toEqual([luisa.id])
  })

  test('syncDrafts reports a removed field that the server could not delete as left over', async () => {
    const { outcome } = await again([], [ana], () => new Error('offline'))
    expect(outcome).toMatchObject({ saved: [], unsaved: [], left: 1 })
    expect(isComplete(outcome)).toBe(false)
  })
})
