import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { errorMessages } from 'shared/contract/errors'
import { endSession } from 'shared/state'
import { addThirdParty, button, openEditor, sent, tabs, toast } from '../../../testing/open-editor.tsx'
import { stubDom } from '../../../testing/stub-dom.ts'
import { storedField, storedInvitation } from '../../../testing/wire.ts'

// These tests save explicitly, however slow the machine is.
jest.mock('../../constants.ts', () => ({ ...jest.requireActual('../../constants.ts'), AUTOSAVE_PAUSE_MS: 3_600_000 }))

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
})
afterEach(() => act(() => endSession()))

const ana = storedField()
const layer = () => document.querySelector('[data-carrying]')
const onLayer = (): Element => {
  const found = layer()
  if (!found) throw new Error('nothing is carried')
  return found
}
const placeOf = (index: number) => {
  const { insetInlineStart, insetBlockStart } = tabs()[index]?.style ?? {}
  return [insetInlineStart, insetBlockStart].map((side) => Math.round(Number.parseFloat(side ?? '') * 100) / 100)
}
const mouseTo = (clientX: number, clientY: number) =>
  fireEvent.pointerMove(onLayer(), { pointerType: 'mouse', clientX, clientY, altKey: true })

describe('placing a new field', () => {
  test('the field follows the pointer, returns when the pointer leaves the page, and stays where it is clicked', async () => {
    const { user } = await openEditor()
    await addThirdParty(user)
    expect(screen.getByText('Elige en la página dónde firma Ana Mora.')).toBeVisible()
    // No movement: the dialog closed under the pointer.
    mouseTo(300, 400)
    expect(placeOf(0)).toEqual([16.67, 12.5])
    mouseTo(320, 400)
    expect(placeOf(0)).toEqual([36.67, 46.88])
    fireEvent.pointerLeave(onLayer())
    expect(placeOf(0)).toEqual([16.67, 12.5])
    fireEvent.click(onLayer(), { clientX: 320, clientY: 400, altKey: true })
    expect(placeOf(0)).toEqual([36.67, 46.88])
    expect(layer()).toBeNull()
    expect(screen.queryByText(/^Elige en la página/)).toBeNull()
    expect(screen.getByText('Campo de Ana Mora: 37 % desde la izquierda, 47 % desde arriba')).toBeInTheDocument()
    await user.click(button('Deshacer'))
    expect(tabs()).toHaveLength(0)
  })

  test('the field is placed on the page that is shown at the click', async () => {
    const { user, calls } = await openEditor()
    await addThirdParty(user)
    await user.click(button('Página siguiente'))
    await screen.findByText('Página 2 de 3')
    fireEvent.click(onLayer(), { clientX: 300, clientY: 400, altKey: true })
    await user.click(button('Guardar posiciones (1)'))
    await toast('Posiciones de 1 campo(s) guardadas correctamente')
    expect(sent(calls, 'POST', 'signature-fields').map(({ body }) => body)).toMatchObject([
      { page: 2, x_relative: 200 / 600 },
    ])
  })

  test.each([
    ['«Colocar después»', 'button', [16.67, 12.5]],
    ['Esc', '{Escape}', [16.67, 12.5]],
    ['an arrow key', '{ArrowDown}', [16.67, 13.13]],
  ])('%s ends the placing at the first place of the field', async (_case, end, place) => {
    const { user } = await openEditor()
    await addThirdParty(user)
    if (end === 'button') await user.click(button('Colocar después'))
    else await user.keyboard(end)
    expect(layer()).toBeNull()
    expect(placeOf(0)).toEqual(place)
  })

  test('a new field does not overlap another new field', async () => {
    const { user } = await openEditor()
    await addThirdParty(user)
    await addThirdParty(user, 'Luz', 'luz@example.com')
    await user.click(button('Firma de Usuario'))
    await user.click(button('Firma de Usuario'))
    expect([0, 1, 2, 3].map(placeOf)).toEqual([
      [16.67, 12.5],
      [16.67, 20],
      [33.33, 46.25],
      [33.33, 55],
    ])
    expect(screen.queryByText(/se enciman/)).toBeNull()
  })
})

test('the editor names overlapping fields and shows the upper field until the owner accepts the overlap', async () => {
  const { user } = await openEditor()
  await addThirdParty(user)
  await user.click(button('Colocar después'))
  await addThirdParty(user, 'Luz', 'luz@example.com')
  fireEvent.click(onLayer(), { clientX: 200, clientY: 130, altKey: true })
  const warning = 'Los campos de Ana Mora y Luz se enciman en la página 1.'
  expect(screen.getByText(warning)).toBeVisible()
  await user.click(button('Guardar posiciones (2)'))
  await toast('Posiciones de 2 campo(s) guardadas correctamente')
  expect(screen.getByText(warning)).toBeVisible()
  await user.click(button('Ver'))
  expect(screen.getByRole('button', { name: /^Luz, .+ por firmar$/, pressed: true })).toHaveFocus()
  await user.click(button('Dejar así'))
  expect(screen.queryByText(warning)).toBeNull()
})

describe('a saved field that nobody was invited to', () => {
  test('the owner moves it in the edit mode, and the editor replaces it on the server', async () => {
    const { user, calls } = await openEditor({ fields: [ana] })
    await waitFor(() => expect(placeOf(0)).toEqual([10, 20]))
    const field = await screen.findByRole('button', { name: /^Ana Mora, .+ por firmar$/ })
    await user.click(button('Editar'))
    field.focus()
    await user.keyboard('{ArrowRight}')
    expect(tabs('temporary')).toHaveLength(1)
    await user.click(button('Guardar posiciones (1)'))
    await toast('Posiciones de 1 campo(s) guardadas correctamente')
    expect(sent(calls, 'DELETE', 'signature-fields')).toHaveLength(1)
    expect(sent(calls, 'POST', 'signature-fields')).toHaveLength(1)
    expect(tabs('saved')).toHaveLength(1)
  })

  test('dragging it while reading begins the edit mode', async () => {
    await openEditor({ fields: [ana] })
    const field = await screen.findByRole('button', { name: /^Ana Mora, .+ por firmar$/ })
    await waitFor(() => expect(button('Editar')).not.toHaveAttribute('aria-disabled'))
    fireEvent.pointerDown(field, { pointerType: 'mouse', button: 0, buttons: 1, clientX: 0, clientY: 0 })
    fireEvent.pointerMove(field, { pointerType: 'mouse', buttons: 1, clientX: 20, clientY: 0 })
    expect(button('Cancelar')).toBeVisible()
    await waitFor(() => expect(document.querySelectorAll('[data-handle]')).toHaveLength(8))
  })
})

describe('a saved field whose signer was invited', () => {
  const fieldOfAna = () => screen.findByRole('button', { name: /^Ana Mora, .+ por firmar$/ })
  const pull = (field: HTMLElement) => {
    fireEvent.pointerDown(field, { pointerType: 'mouse', button: 0, buttons: 1, clientX: 0, clientY: 0 })
    fireEvent.pointerMove(field, { pointerType: 'mouse', buttons: 1, clientX: 20, clientY: 0 })
  }

  test('a dragged field shows why it does not move, and the owner places the field again in one step', async () => {
    const { user, calls, onChanged } = await openEditor({ fields: [ana], invitations: [storedInvitation()] })
    await screen.findByText('Enviada')
    pull(await fieldOfAna())
    expect(screen.getByText(/^El campo de Ana Mora ya está guardado y no se mueve\./)).toBeVisible()
    await user.click(button('Volver a colocar'))
    expect(await screen.findByText('Elige en la página dónde firma Ana Mora.')).toBeVisible()
    expect(sent(calls, 'DELETE', 'signature-fields')).toHaveLength(1)
    expect(onChanged).toHaveBeenCalledTimes(1)
    expect(tabs('saved')).toHaveLength(0)
    fireEvent.click(onLayer(), { clientX: 300, clientY: 400, altKey: true })
    expect(tabs('temporary')).toHaveLength(1)
    // The server has no field to return to.
    await user.click(button('Deshacer'))
    expect(tabs('temporary')).toHaveLength(1)
  })

  test('a button places the field again, and an arrow key shows why the field does not move', async () => {
    const { user } = await openEditor({ fields: [ana], invitations: [storedInvitation()] })
    await screen.findByText('Enviada')
    const field = await fieldOfAna()
    field.focus()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByText(/ya está guardado y no se mueve/)).toBeVisible()
    await user.click(button('Dejar así'))
    expect(screen.queryByText(/ya está guardado y no se mueve/)).toBeNull()
    await user.click(field)
    await user.click(button('Volver a colocar el campo de Ana Mora'))
    await user.click(button('Volver a colocar'))
    expect(await screen.findByText('Elige en la página dónde firma Ana Mora.')).toBeVisible()
  })

  test('the editor warns that the invitation ends before it places an invited signer’s field again', async () => {
    const { user, calls } = await openEditor({ fields: [ana], invitations: [storedInvitation()] })
    await screen.findByText('Enviada')
    await user.click(await fieldOfAna())
    await user.click(button('Volver a colocar el campo de Ana Mora'))
    expect(screen.getByText(/su invitación deja de servir y hay que enviarle otra/)).toBeVisible()
    expect(sent(calls, 'DELETE', '')).toHaveLength(0)
  })

  test('the field stays when the server refuses to delete the field', async () => {
    const { user } = await openEditor({
      fields: [ana],
      invitations: [storedInvitation()],
      answer: ({ method }) => (method === 'DELETE' ? { status: 500, body: 'x' } : undefined),
    })
    await screen.findByText('Enviada')
    await user.click(await fieldOfAna())
    await user.click(button('Volver a colocar el campo de Ana Mora'))
    await user.click(button('Volver a colocar'))
    await toast('Error al eliminar el campo de firma')
    expect(tabs('saved')).toHaveLength(1)
    expect(layer()).toBeNull()
  })

  test('in a document with signatures, the field shows the reason and no button to place it again', async () => {
    const signed = storedField({ id: 9, field_id: 'field_9', signer_name: 'Eva', is_signed: true, page: 2 })
    await openEditor({ fields: [ana, signed] })
    const field = await fieldOfAna()
    const before = screen.getAllByText(errorMessages.DOCUMENT_FROZEN).length
    pull(field)
    await waitFor(() => expect(screen.getAllByText(errorMessages.DOCUMENT_FROZEN)).toHaveLength(before + 1))
    expect(screen.queryByRole('button', { name: /^Volver a colocar/ })).toBeNull()
  })
})
