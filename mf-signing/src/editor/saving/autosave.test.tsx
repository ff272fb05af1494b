import { act, fireEvent, screen } from '@testing-library/react'
import { errorMessages } from 'shared/contract/errors'
import { endSession } from 'shared/state'
import { settle } from 'shared/testing'
import type { FakeApi } from '../../testing/fake-api.ts'
import { refusal } from '../../testing/fake-api.ts'
import { button, openEditor, sent, tabs } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField } from '../../testing/wire.ts'
import { AUTOSAVE_PAUSE_MS } from '../constants.ts'

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
  jest.useFakeTimers()
})
afterEach(async () => {
  jest.useRealTimers()
  await act(() => endSession())
})

const open = async (api: FakeApi = { fields: [] }) => {
  const opened = await openEditor(api)
  await settle(100)
  opened.calls.length = 0
  const methods = () => opened.calls.filter(({ url }) => url.includes('signature-fields')).map(({ method }) => method)
  return { ...opened, api, methods }
}
const isCreate = (method: string, url: string) => method === 'POST' && url.includes('signature-fields')
const pause = () => settle(AUTOSAVE_PAUSE_MS)
const place = () => fireEvent.click(button('Firma de Usuario'))
const press = (key: string, over: object = {}) => {
  const focused = document.activeElement
  if (focused) fireEvent.keyDown(focused, { key, ...over })
}
const asksToLeave = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}
const leftOf = (id: number) => tabs()[id]?.style.insetInlineStart

test('a pause saves a field once; then there is nothing left to save, and the field still moves', async () => {
  const { methods, onChanged } = await open()
  place()
  await settle(AUTOSAVE_PAUSE_MS - 1)
  expect(methods()).toEqual([])
  expect(asksToLeave()).toBe(true)
  await settle(1)
  expect(methods()).toEqual(['POST'])
  expect(screen.getAllByText('Guardado')).not.toHaveLength(0)
  expect(asksToLeave()).toBe(false)
  expect(onChanged).toHaveBeenCalledTimes(1)
  await settle(5 * AUTOSAVE_PAUSE_MS)
  expect(methods()).toEqual(['POST'])

  expect(button('Luis Vargas, Mi Firma, por firmar')).toBeVisible()
  expect(tabs('saved')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /^Guardar posiciones/ })).toBeNull()
  expect(screen.queryByText('Sin guardar')).toBeNull()
  press('ArrowRight')
  expect(button('Guardar posiciones (1)')).toBeVisible()
})

test('the editor does not save a field during its placing, and saves the field after «Colocar después»', async () => {
  const { methods } = await open()
  fireEvent.click(button('Firma de Terceros'))
  fireEvent.change(screen.getByLabelText('Nombre del firmante'), { target: { value: 'Ana Mora' } })
  fireEvent.change(screen.getByLabelText('Email del firmante'), { target: { value: 'ana@example.com' } })
  fireEvent.click(button('Agregar campo'))
  await settle()
  expect(tabs('temporary')).toHaveLength(1)
  await settle(5 * AUTOSAVE_PAUSE_MS)
  expect(methods()).toEqual([])
  fireEvent.click(button('Colocar después'))
  await pause()
  expect(methods()).toEqual(['POST'])
})

test('moving replaces the field on the server; undo moves the field back and then deletes the field', async () => {
  const { methods, calls, api } = await open()
  place()
  await pause()
  const start = leftOf(0)
  press('ArrowRight')
  expect(leftOf(0)).not.toBe(start)
  expect(asksToLeave()).toBe(true)
  await pause()
  expect(methods()).toEqual(['POST', 'DELETE', 'POST'])
  const moved = sent(calls, 'POST', 'signature-fields').at(-1)?.body
  expect(moved).toMatchObject({ x_relative: api.fields?.at(-1)?.x_relative })

  fireEvent.click(button('Deshacer'))
  await pause()
  expect(leftOf(0)).toBe(start)
  expect(methods().slice(3)).toEqual(['DELETE', 'POST'])
  expect(sent(calls, 'POST', 'signature-fields').at(-1)?.body).toEqual(sent(calls, 'POST', 'signature-fields')[0]?.body)

  fireEvent.click(button('Deshacer'))
  expect(tabs()).toHaveLength(0)
  await pause()
  expect(methods().slice(5)).toEqual(['DELETE'])
  expect(asksToLeave()).toBe(false)
})

test('the editor saves several changes within the pause in one request', async () => {
  const { methods } = await open()
  place()
  for (let step = 0; step < 5; step += 1) {
    await settle(AUTOSAVE_PAUSE_MS / 2)
    press('ArrowRight')
  }
  await pause()
  expect(methods()).toEqual(['POST'])
})

test('the editor saves nothing during a drag', async () => {
  const { methods } = await open()
  place()
  fireEvent.pointerDown(window)
  await settle(3 * AUTOSAVE_PAUSE_MS)
  expect(methods()).toEqual([])
  fireEvent.pointerUp(window)
  await pause()
  expect(methods()).toEqual(['POST'])
})

test('a failed save shows an error; the save button and a restored connection retry the save', async () => {
  const api: FakeApi = {
    fields: [],
    answer: ({ method, url }) => (isCreate(method, url) ? new Error('offline') : undefined),
  }
  const { methods } = await open(api)
  place()
  await pause()
  expect(screen.getByText('No se guardó')).toBeVisible()
  expect(screen.getByText(/^Error al guardar las posiciones de los campos/)).toBeVisible()
  expect(button('Guardar posiciones (1)')).toBeVisible()
  expect(asksToLeave()).toBe(true)
  const tried = methods().length
  await settle(5 * AUTOSAVE_PAUSE_MS)
  expect(methods()).toHaveLength(tried)
  fireEvent.click(button('Guardar posiciones (1)'))
  await settle()
  expect(methods().length).toBeGreaterThan(tried)
  expect(screen.getAllByText(/^Error al guardar las posiciones de los campos/)).toHaveLength(1)
  delete api.answer
  fireEvent(window, new Event('online'))
  await settle()
  expect(screen.queryByText('No se guardó')).toBeNull()
  expect(asksToLeave()).toBe(false)
})

test('the retry button saves a refused field', async () => {
  let refuse = true
  const { methods } = await open({
    fields: [],
    answer: ({ method, url }) =>
      isCreate(method, url) && refuse ? refusal(400, 'PAGE_OUT_OF_RANGE', errorMessages.PAGE_OUT_OF_RANGE) : undefined,
  })
  place()
  await pause()
  refuse = false
  fireEvent.click(button('Reintentar'))
  await settle()
  expect(methods()).toEqual(['POST', 'POST'])
  expect(screen.getAllByText('Guardado')).not.toHaveLength(0)
})

test('Cancelar takes back what this visit placed, saved or not, and can be undone', async () => {
  const { methods } = await open()
  place()
  await pause()
  place()
  fireEvent.click(button('Cancelar'))
  await settle()
  expect(screen.getByText('Campo de firma cancelado')).toBeVisible()
  expect(tabs()).toHaveLength(0)
  await pause()
  expect(methods()).toEqual(['POST', 'DELETE'])
  fireEvent.click(button('Deshacer'))
  expect(tabs('temporary')).toHaveLength(2)
  await pause()
  expect(methods()).toEqual(['POST', 'DELETE', 'POST', 'POST'])
  expect(tabs('saved')).toHaveLength(2)
})

test('Cancelar puts a field of an earlier visit back, and says nothing without a change', async () => {
  const { methods } = await open({ fields: [storedField()] })
  await settle(100)
  fireEvent.click(button('Editar'))
  fireEvent.click(button('Cancelar'))
  expect(screen.queryByText('Campo de firma cancelado')).toBeNull()
  const start = leftOf(0)
  fireEvent.click(button('Editar'))
  button(/^Ana Mora, /).focus()
  press('ArrowRight')
  await pause()
  expect(leftOf(0)).not.toBe(start)
  fireEvent.click(button('Cancelar'))
  expect(screen.getByText('Campo de firma cancelado')).toBeVisible()
  expect(leftOf(0)).toBe(start)
  await pause()
  expect(methods()).toEqual(['DELETE', 'POST', 'DELETE', 'POST'])
})

test('the owner signs a field that was just placed: the editor saves it first', async () => {
  const { methods } = await open()
  place()
  fireEvent.click(button('Agregar Firma Digital'))
  await settle()
  expect(methods()).toEqual(['POST'])
  expect(screen.getByRole('dialog', { name: /firma/i })).toBeVisible()
  expect(tabs('saved')).toHaveLength(1)
})

test('a field deleted in another window leaves this one, and one moved there moves here', async () => {
  const { api, update } = await open({
    fields: [storedField(), storedField({ id: 8, field_id: 'field_2', signer_name: 'Luz' })],
  })
  await settle(100)
  expect(tabs()).toHaveLength(2)
  const start = leftOf(0)
  api.fields = [storedField({ id: 70, x_relative: 0.5 })]
  update({ revision: 2 })
  await settle(100)
  expect(tabs()).toHaveLength(1)
  expect(leftOf(0)).not.toBe(start)
})

test('a reloaded list keeps drafts movable, and a signature in the list fixes the drafts', async () => {
  const { api, update } = await open()
  place()
  await pause()
  update({ revision: 2 })
  await settle()
  expect(tabs('saved')).toHaveLength(1)
  press('ArrowRight')
  expect(tabs('temporary')).toHaveLength(1)
  expect(tabs()).toHaveLength(1)
  const [first] = api.fields ?? []
  if (first) api.fields = [first, { ...first, id: 900, field_id: 'signed', is_signed: true }]
  update({ revision: 3 })
  await settle()
  expect(tabs('temporary')).toHaveLength(0)
  expect(tabs()).toHaveLength(2)
})
