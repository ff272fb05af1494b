import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ProposedFormField } from 'shared/contract/form-fields'
import { endSession } from 'shared/state'
import { drawStroke } from '../../testing/draw-stroke.ts'
import { refusal } from '../../testing/fake-api.ts'
import { button, openEditor, sent, tabs, toast } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField, storedFormField } from '../../testing/wire.ts'

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
  sessionStorage.clear()
})
afterEach(() => act(() => endSession()))

const ana = storedField()
const palette = async () => within(await screen.findByRole('region', { name: 'Campos para llenar' }))
const form = () => tabs('form')
const posted = (calls: Parameters<typeof sent>[0], method: string) =>
  sent(calls, method, '/form-fields/').map(({ body }) => body)

test('the editor shows no palette of form fields when the document has no signers', async () => {
  await openEditor()
  expect(screen.queryByRole('region', { name: 'Campos para llenar' })).toBeNull()
})

test('a form field is placed by click, moved by key, undone and redone, and saved automatically', async () => {
  const { user, calls } = await openEditor({ fields: [ana] })
  await user.click((await palette()).getByRole('button', { name: 'Texto' }))
  expect(screen.getByText('Elige en la página dónde va «Texto».')).toBeVisible()
  const layer = document.querySelector('[data-carrying]')
  if (!layer) throw new Error('nothing is carried')
  fireEvent.click(layer, { clientX: 300, clientY: 400, altKey: true })
  expect(screen.getByRole('button', { name: 'Texto, Texto · Ana Mora, obligatorio' })).toHaveFocus()
  await waitFor(() => expect(posted(calls, 'POST')).toHaveLength(1))
  expect(posted(calls, 'POST')[0]).toMatchObject({
    ...{ signature_field_id: 7, user_file_id: 3, label: 'Texto', required: true, page: 1 },
    rule: { kind: 'text', max_length: 100, multiline: false },
  })
  const place = form()[0]?.style.insetInlineStart
  await user.keyboard('{ArrowRight}')
  expect(form()[0]?.style.insetInlineStart).not.toBe(place)
  await waitFor(() => expect(posted(calls, 'PUT')).toHaveLength(1))
  await user.click(button('Deshacer'))
  expect(form()[0]?.style.insetInlineStart).toBe(place)
  await user.click(button('Deshacer'))
  expect(form()).toHaveLength(0)
  await user.click(button('Rehacer'))
  expect(form()).toHaveLength(1)
  expect(await screen.findByText('Guardado')).toBeVisible()
})

test('the editor offers the form fields of the PDF, adds all in one step, and one undo removes all', async () => {
  const proposed = ['Nombre', 'Cédula'].map((label, index): ProposedFormField => {
    const { id: _, client_id: _client, user_file_id: _file, signature_field_id: _signer, ...rest } = storedFormField()
    return { ...rest, label, y_relative: 0.2 + index / 10, replaces: [`${index + 4} 0`] }
  })
  const { user, calls } = await openEditor({ fields: [ana], proposed })
  expect(await screen.findByText('Este PDF tiene 2 campos de formulario. ¿Usarlos?')).toBeVisible()
  await user.click(button('Usar los campos del PDF'))
  expect(form()).toHaveLength(2)
  expect(screen.queryByText(/campos de formulario/)).toBeNull()
  await waitFor(() =>
    expect(posted(calls, 'POST')).toMatchObject([
      { label: 'Nombre', signature_field_id: 7, replaces: ['4 0'] },
      { label: 'Cédula', replaces: ['5 0'] },
    ]),
  )
  await user.click(button('Deshacer'))
  expect(form()).toHaveLength(0)
  expect(screen.getByText('Este PDF tiene 2 campos de formulario. ¿Usarlos?')).toBeVisible()
})

test('the settings show each problem next to its input, and save valid values', async () => {
  const { user, calls } = await openEditor({ fields: [ana], formFields: [storedFormField()] })
  await user.click(await screen.findByRole('tab', { name: 'Campos 2' }))
  await user.click(button('Ajustes del campo Nombre de la empresa'))
  const dialog = within(screen.getByRole('dialog', { name: 'Ajustes: Texto' }))
  await user.clear(dialog.getByLabelText('Nombre del campo'))
  await user.clear(dialog.getByLabelText('Caracteres, como máximo'))
  await user.click(dialog.getByRole('button', { name: 'Guardar ajustes' }))
  expect(dialog.getByText('Escribe el nombre del campo.')).toBeVisible()
  expect(dialog.getByText('Escribe un número del 1 al 2000.')).toBeVisible()
  expect(dialog.getByLabelText('Nombre del campo')).toHaveFocus()
  await user.type(dialog.getByLabelText('Nombre del campo'), 'Empresa')
  await user.type(dialog.getByLabelText('Caracteres, como máximo'), '40')
  await user.click(dialog.getByRole('button', { name: 'Guardar ajustes' }))
  await waitFor(() => expect(posted(calls, 'PUT')).toMatchObject([{ label: 'Empresa', rule: { max_length: 40 } }]))
})

test('the keyboard repeats a form field on pages, and one undo removes the copies', async () => {
  const initials = storedFormField({ label: 'Iniciales', rule: { kind: 'initials' } })
  const { user, calls } = await openEditor({ fields: [ana], formFields: [initials] })
  await user.click(await screen.findByRole('tab', { name: 'Campos 2' }))
  await user.click(button(/^Página 1 · Iniciales/))
  button('Repetir en páginas…').focus()
  await user.keyboard('{Enter}')
  const dialog = within(screen.getByRole('dialog', { name: 'Repetir en páginas…' }))
  expect(dialog.getByText('Las iniciales se llenan una sola vez: aparecen en todas.')).toBeVisible()
  await user.click(dialog.getByLabelText('Estas páginas'))
  await user.type(dialog.getByLabelText('Números de página'), '2-4{Enter}')
  expect(dialog.getByText('«2-4» no está en el documento: tiene páginas de la 1 a la 3.')).toBeVisible()
  await user.clear(dialog.getByLabelText('Números de página'))
  await user.type(dialog.getByLabelText('Números de página'), '2-3{Enter}')
  await toast('Campo repetido en 2 páginas.')
  await waitFor(() =>
    expect(posted(calls, 'POST')).toMatchObject([
      { label: 'Iniciales · página 2', page: 2, x_relative: 0.1, y_relative: 0.5, rule: { kind: 'initials' } },
      { label: 'Iniciales · página 3', page: 3, signature_field_id: 7 },
    ]),
  )
  await user.click(button('Deshacer'))
  await waitFor(() => expect(sent(calls, 'DELETE', '/form-fields/')).toHaveLength(2))
  expect(screen.queryByRole('button', { name: 'Ajustes del campo Iniciales · página 2' })).toBeNull()
})

test('undo reverts the newest change first, for signature fields and form fields alike', async () => {
  const { user } = await openEditor({ fields: [ana] })
  await user.click((await palette()).getByRole('button', { name: 'Casilla' }))
  await user.click(button('Colocar después'))
  await user.click(button('Firma de Usuario'))
  expect(tabs('temporary')).toHaveLength(1)
  await user.click(button('Deshacer'))
  expect([tabs('temporary').length, form().length]).toEqual([0, 1])
  await user.click(button('Deshacer'))
  expect(form()).toHaveLength(0)
})

test('a failed save shows an error and keeps the field; a field missing on the server is created again', async () => {
  let status = 500
  const { user, calls } = await openEditor({
    fields: [ana],
    formFields: [storedFormField()],
    answer: ({ method }) => (method === 'PUT' ? refusal(status, 'NOT_FOUND', 'No está.') : undefined),
  })
  await waitFor(() => expect(form()).toHaveLength(1))
  await user.click(button('Editar'))
  screen.getByRole('button', { name: /^Nombre de la empresa, Texto/ }).focus()
  await user.keyboard('{ArrowRight}')
  await toast(/^No se guardaron los campos para llenar\./)
  expect(form()).toHaveLength(1)
  status = 404
  await user.click(button('Reintentar'))
  await waitFor(() => expect(posted(calls, 'POST')).toMatchObject([{ client_id: 'field_form', signature_field_id: 7 }]))
})

test('after a signature, the editor shows form fields without palette and settings', async () => {
  const signed = storedField({ is_signed: true, signed_at: '2026-01-31T18:05:00.000Z' })
  await openEditor({ fields: [signed], formFields: [storedFormField()] })
  await waitFor(() => expect(form()).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'Campos para llenar' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Ajustes/ })).toBeNull()
})

test('the owner draws or writes initials in the plain form', async () => {
  const own = storedField({ id: 9, field_id: 'own', field_type: 'PRIMARY', signer_name: 'Luis Vargas', has_form: true })
  const fields = [1, 2].map((id) =>
    storedFormField({
      ...{ id, client_id: `i${id}`, page: id, label: `Iniciales ${id}` },
      ...{ signature_field_id: 9, rule: { kind: 'initials' } },
    }),
  )
  const { user } = await openEditor({
    fields: [own],
    formFields: fields,
    answer: ({ url, method }) => {
      if (!url.includes('/form/')) return undefined
      const body = { fields, values: [], draft_saved_at: null, today: '2026-11-23' }
      return { status: 200, body: method === 'PUT' ? { draft_saved_at: '2026-11-23T18:00:00.000Z' } : body }
    },
  })
  fireEvent.doubleClick(await screen.findByRole('button', { name: /^Luis Vargas, .+ por firmar$/ }))
  await screen.findByRole('button', { name: 'Continuar a firmar' })
  const plain = within(screen.getByRole('dialog', { name: 'Llena antes de firmar' }))
  const [draw] = plain.getAllByRole('button', { name: 'Dibujar iniciales' })
  if (!draw) throw new Error('no initials')
  await user.click(draw)
  const pad = within(await screen.findByRole('dialog', { name: 'Dibuja tus iniciales' }))
  drawStroke()
  await user.click(pad.getByRole('button', { name: 'Deshacer' }))
  expect(pad.getByRole('button', { name: 'Usar estas iniciales' })).toBeDisabled()
  drawStroke()
  await user.click(pad.getByRole('button', { name: 'Usar estas iniciales' }))
  expect(plain.getByRole('button', { name: 'Iniciales 2: iniciales dibujadas. Cambiar' })).toBeVisible()
  const [write] = plain.getAllByRole('button', { name: 'Escribirlas' })
  if (!write) throw new Error('nothing is drawn')
  await user.click(write)
  expect(plain.getByLabelText('Iniciales 1')).toHaveFocus()
  await user.keyboard('LV')
  expect(plain.getByLabelText('Iniciales 2')).toHaveValue('LV')
})

test('the owner fills in their own form fields before signing', async () => {
  const own = storedField({ id: 9, field_id: 'own', field_type: 'PRIMARY', signer_name: 'Luis Vargas', has_form: true })
  const mine = storedFormField({ id: 1, signature_field_id: 9 })
  const { user, calls } = await openEditor({
    fields: [own],
    formFields: [mine],
    answer: ({ url, method }) => {
      if (!url.includes('/form/')) return undefined
      const body = { fields: [mine], values: [], draft_saved_at: null, today: '2026-11-23' }
      return { status: 200, body: method === 'PUT' ? { draft_saved_at: '2026-11-23T18:00:00.000Z' } : body }
    },
  })
  await waitFor(() => expect(form()).toHaveLength(1))
  fireEvent.doubleClick(await screen.findByRole('button', { name: /^Luis Vargas, .+ por firmar$/ }))
  await user.click(await screen.findByRole('button', { name: 'Continuar a firmar' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Llena antes de firmar' }))
  expect(await dialog.findByText('Falta llenar «Nombre de la empresa».')).toBeVisible()
  await user.type(dialog.getByLabelText('Nombre de la empresa'), 'Café')
  await user.click(dialog.getByRole('button', { name: 'Continuar a firmar' }))
  await screen.findByRole('button', { name: 'Firmar documento' })
  drawStroke()
  await user.click(button('Firmar documento'))
  await waitFor(() =>
    expect(sent(calls, 'POST', 'digital_sign')[0]?.body).toMatchObject({
      form_values: [{ form_field_id: 1, value: 'Café' }],
    }),
  )
})
