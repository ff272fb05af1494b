import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { errorMessages } from 'shared/contract/errors'
import { endSession } from 'shared/state'
import { drawStroke } from '../testing/draw-stroke.ts'
import { refusal } from '../testing/fake-api.ts'
import { addThirdParty, button, openEditor, sent, tabs, toast } from '../testing/open-editor.tsx'
import { stubDom } from '../testing/stub-dom.ts'
import { storedField } from '../testing/wire.ts'

// These tests save explicitly, however slow the machine is.
jest.mock('./constants.ts', () => ({ ...jest.requireActual('./constants.ts'), AUTOSAVE_PAUSE_MS: 3_600_000 }))

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
})
afterEach(() => act(() => endSession()))

const own = storedField({ id: 9, field_id: 'field_own', field_type: 'PRIMARY', signer_name: 'Luis Vargas' })
const ana = storedField()
const tabOf = (name: string) =>
  screen.getByRole('button', { name: new RegExp(`^${name}, .+ (sin guardar|por firmar)$`) })

test('the header shows Volver, title, Descargar, Cerrar, and the numbers of signers and fields', async () => {
  const { user, onClose } = await openEditor({ fields: [ana, own] })
  expect(screen.getByRole('heading', { name: 'Documento: Contrato.pdf' })).toBeVisible()
  expect(button('Descargar')).toBeVisible()
  expect((await screen.findAllByText('Luis Vargas')).length).toBeGreaterThan(0)
  expect(screen.getByRole('tab', { name: 'Firmantes del Documento 2' })).toBeVisible()
  expect(screen.getByRole('tab', { name: 'Campos 2' })).toBeVisible()
  await user.click(button('Cerrar'))
  await user.click(button('Volver'))
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('a signed document admits no new or deleted fields, and the tools show the reason', async () => {
  const { user } = await openEditor({
    fields: [storedField({ is_signed: true, signed_at: '2026-01-31T18:00:00.000Z' }), own],
  })
  expect((await screen.findAllByText(errorMessages.DOCUMENT_FROZEN)).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: /^Eliminar/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Agregar firmante' })).toBeNull()
  for (const name of ['Editar', 'Firma de Usuario', 'Firma de Terceros']) {
    expect(button(name)).toHaveAttribute('aria-disabled', 'true')
    expect(button(name)).toHaveAccessibleDescription(errorMessages.DOCUMENT_FROZEN)
  }
  await user.click(button('Firma de Usuario'))
  expect(await screen.findByRole('alert')).toHaveTextContent(errorMessages.DOCUMENT_FROZEN)
  expect(tabs('temporary')).toHaveLength(0)
})

test('a signature while the document is open disables the tools and keeps temporary fields', async () => {
  const fields = [ana]
  const { user, update } = await openEditor({ fields })
  await screen.findAllByText('Ana Mora')
  await user.click(button('Firma de Usuario'))
  fields[0] = storedField({ is_signed: true, signed_at: '2026-01-31T18:00:00.000Z' })
  update({ revision: 2 })
  await waitFor(() => expect(button('Firma de Usuario')).toHaveAttribute('aria-disabled', 'true'))
  expect(tabs('signed')).toHaveLength(1)
  expect(tabs('temporary')).toHaveLength(1)
})

test('Esc and a click outside deselect a field', async () => {
  const { user } = await openEditor({ fields: [ana] })
  await user.click(await screen.findByRole('button', { name: /^Ana Mora, .+por firmar$/ }))
  expect(screen.getByRole('button', { name: /^Ana Mora, .+/, pressed: true })).toBeVisible()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: /^Ana Mora, .+/, pressed: true })).toBeNull()
  await user.click(tabOf('Ana Mora'))
  await user.click(screen.getByRole('group', { name: 'Página 1' }))
  expect(screen.queryByRole('button', { name: /^Ana Mora, .+/, pressed: true })).toBeNull()
})

test('the editor shows one button to reset the view, and no second help button', async () => {
  await openEditor()
  expect(button('Buscar en el documento')).toBeVisible()
  expect(screen.getAllByRole('button', { name: /^Restablecer/ })).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Ayuda y herramientas' })).toBeNull()
})

test('the instructions explain the mouse and the keyboard', async () => {
  const { user } = await openEditor()
  await user.click(button('Instrucciones'))
  expect(screen.getByText('cambian su tamaño')).toBeVisible()
  await user.click(screen.getByText('Cómo moverte por el documento'))
  expect(screen.getByText(/dos dedos acercan/)).toBeVisible()
  await user.click(button('Entendido'))
  expect(screen.queryByText('cambian su tamaño')).toBeNull()
})

describe('leaving the editor', () => {
  test('the editor asks before it closes with unsaved fields', async () => {
    const { user, onClose } = await openEditor()
    await addThirdParty(user)
    await user.click(button('Cerrar'))
    expect(screen.getByRole('dialog', { name: 'Hay cambios sin guardar' })).toHaveAccessibleDescription(
      'Si sales ahora, se pierden los últimos cambios de los campos.',
    )
    expect(onClose).not.toHaveBeenCalled()
    await user.click(button('Seguir editando'))
    await user.click(button('Volver'))
    await user.click(button('Salir sin guardar'))
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  test('the dialog offers to save first, and the editor stays open when the save fails', async () => {
    let down = true
    const { user, calls, onClose } = await openEditor({
      answer: ({ method, url }) =>
        method === 'POST' && url.includes('signature-fields') && down
          ? refusal(503, 'UNAVAILABLE', errorMessages.UNAVAILABLE)
          : undefined,
    })
    await addThirdParty(user)
    await user.click(button('Cerrar'))
    await user.click(button('Guardar y salir'))
    await toast(/^Error al guardar las posiciones de los campos/)
    expect(screen.queryByText('Hay cambios sin guardar')).toBeNull()
    expect(onClose).not.toHaveBeenCalled()
    down = false
    calls.length = 0
    await user.click(button('Cerrar'))
    await user.click(button('Guardar y salir'))
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
    expect(sent(calls, 'POST', 'signature-fields')).toHaveLength(1)
  })

  test('the dialog names a signer without a field who would be lost', async () => {
    const { user, onClose } = await openEditor()
    await user.click(await screen.findByRole('button', { name: 'Agregar firmante' }))
    await user.type(screen.getByLabelText('Nombre del firmante'), 'Luz Díaz')
    await user.type(screen.getByLabelText('Email del firmante'), 'luz@example.com')
    await user.click(button('Agregar'))
    await user.keyboard('{Delete}')
    await user.click(button('Cerrar'))
    expect(screen.getByText(/sin campo, se pierde Luz Díaz\./)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Guardar y salir' })).toBeNull()
    expect(onClose).not.toHaveBeenCalled()
  })

  test('the browser asks before the page closes while a field is unsaved', async () => {
    const { user } = await openEditor()
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(leave()).toBe(false)
    await addThirdParty(user)
    expect(leave()).toBe(true)
    await user.click(button('Guardar posiciones (1)'))
    await toast('Posiciones de 1 campo(s) guardadas correctamente')
    expect(leave()).toBe(false)
  })
})

describe('signing by the owner', () => {
  test('the editor requires an own field before the owner can sign', async () => {
    const { user } = await openEditor({ fields: [ana] })
    await user.click(await screen.findByRole('button', { name: 'Agregar Firma Digital' }))
    await toast(
      'Primero debe agregar un campo de firma de usuario. Use el botón "Firma de Usuario" en las herramientas de edición.',
    )
  })

  test('the owner cannot sign a third party’s field', async () => {
    await openEditor({ fields: [ana] })
    fireEvent.doubleClick(await screen.findByRole('button', { name: /^Ana Mora, .+por firmar$/ }))
    await toast('Este campo lo firma Ana Mora, desde su invitación.')
  })

  test('the owner signs their own field after a double click, with the token of the session', async () => {
    const { user, calls, engine, onChanged } = await openEditor({ fields: [own] })
    fireEvent.doubleClick(await screen.findByRole('button', { name: 'Luis Vargas, Campo de Firma, por firmar' }))
    await screen.findByRole('button', { name: 'Firmar documento' })
    drawStroke()
    await user.click(button('Firmar documento'))
    await screen.findByText('Firmado por')
    expect(sent(calls, 'POST', 'digital_sign')[0]).toMatchObject({
      url: '/home/api/digital-signatures/9/digital_sign/',
      token: 'owner-token',
      body: { field_id: 9, signature_data: expect.stringMatching(/^data:image\/png/) },
    })
    expect(onChanged).toHaveBeenCalledTimes(1)
    await user.click(button('Finalizar'))
    await toast('Documento firmado digitalmente con éxito')
    await waitFor(() => expect(engine.requests).toHaveLength(2))
    expect(tabs('signed')).toHaveLength(1)
    expect(screen.getAllByText(errorMessages.DOCUMENT_FROZEN).length).toBeGreaterThan(0)
  })
})

test('the owner can reload fields that could not be loaded', async () => {
  let fail = true
  const { user } = await openEditor({
    fields: [ana],
    answer: ({ url }) =>
      url.includes('signature-fields') && fail ? refusal(503, 'UNAVAILABLE', errorMessages.UNAVAILABLE) : undefined,
  })
  expect(await screen.findByText(errorMessages.UNAVAILABLE)).toBeVisible()
  fail = false
  await user.click(button('Reintentar'))
  expect((await screen.findAllByText('Ana Mora')).length).toBeGreaterThan(0)
})
