import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { errorMessages } from 'shared/contract/errors'
import { endSession } from 'shared/state'
import { refusal } from '../../testing/fake-api.ts'
import { addThirdParty, button, openEditor, sent, tabs, toast } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField, storedInvitation } from '../../testing/wire.ts'

// These tests save explicitly, however slow the machine is.
jest.mock('../constants.ts', () => ({ ...jest.requireActual('../constants.ts'), AUTOSAVE_PAUSE_MS: 3_600_000 }))

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
})
afterEach(() => act(() => endSession()))

const ana = storedField()
const tabOf = (name: string) =>
  screen.getByRole('button', { name: new RegExp(`^${name}, .+ (sin guardar|por firmar)$`) })

describe('saving fields', () => {
  test('the editor shows that no new field exists, and Cancelar drops a temporary field', async () => {
    const { user, calls } = await openEditor({ fields: [ana] })
    await screen.findAllByText('Ana Mora')
    await user.click(button('Editar'))
    expect(screen.queryByRole('button', { name: /^Guardar posiciones/ })).toBeNull()
    await user.keyboard('{Control>}s{/Control}')
    await toast('No hay campos nuevos para guardar')
    await user.click(button('Firma de Usuario'))
    expect(tabs()).toHaveLength(2)
    await user.click(button('Cancelar'))
    await toast('Campo de firma cancelado')
    expect(tabs()).toHaveLength(1)
    expect(sent(calls, 'POST', 'signature-fields')).toHaveLength(0)
  })

  test('the editor shows that the document has no field to save', async () => {
    const { user } = await openEditor()
    await waitFor(() => expect(button('Editar')).not.toHaveAttribute('aria-disabled'))
    await user.keyboard('{Control>}s{/Control}')
    await toast('No hay campos de firma para guardar')
  })

  test('after a partial failure, saved fields stay saved, and the message names the unsaved field', async () => {
    const { user } = await openEditor({
      answer: ({ method, body }) =>
        method === 'POST' && JSON.stringify(body).includes('SECONDARY')
          ? refusal(400, 'PAGE_OUT_OF_RANGE', errorMessages.PAGE_OUT_OF_RANGE)
          : undefined,
    })
    await addThirdParty(user)
    await user.click(button('Firma de Usuario'))
    await user.click(button('Guardar posiciones (2)'))
    await toast(
      `Error al guardar las posiciones de los campos. Se guardó 1 de 2; sin guardar: Ana Mora (página 1). ${errorMessages.PAGE_OUT_OF_RANGE}`,
    )
    expect(tabs('saved')).toHaveLength(1)
    expect(tabs('temporary')).toHaveLength(1)
    expect(button('Guardar posiciones (1)')).toBeVisible()
  })

  test('a second after the save, the editor shows the whole page again', async () => {
    jest.useFakeTimers()
    try {
      const { engine } = await openEditor()
      const painted = () => engine.painted.length
      await act(() => jest.advanceTimersByTimeAsync(100))
      fireEvent.click(button('Acercar'))
      fireEvent.click(button('Firma de Usuario'))
      fireEvent.click(button('Guardar posiciones (1)'))
      await act(() => jest.advanceTimersByTimeAsync(950))
      expect(screen.getByText(/^125\s?%$/)).toBeVisible()
      await act(() => jest.advanceTimersByTimeAsync(60))
      expect(screen.getByText(/^100\s?%$/)).toBeVisible()
      expect(painted()).toBeGreaterThan(0)
    } finally {
      jest.useRealTimers()
    }
  })

  test('the save shows that the document is already signed, and the editor disables the tools', async () => {
    const fields = [ana]
    const { user } = await openEditor({
      fields,
      answer: ({ method, url }) => {
        if (method !== 'POST' || !url.includes('signature-fields')) return undefined
        fields[0] = storedField({ is_signed: true, signed_at: '2026-01-31T18:00:00.000Z' })
        return refusal(409, 'DOCUMENT_FROZEN', errorMessages.DOCUMENT_FROZEN)
      },
    })
    await screen.findAllByText('Ana Mora')
    await user.click(button('Firma de Usuario'))
    await user.click(button('Guardar posiciones (1)'))
    await toast(`Error al guardar las posiciones de los campos: ${errorMessages.DOCUMENT_FROZEN}`)
    await waitFor(() => expect(button('Firma de Usuario')).toHaveAttribute('aria-disabled', 'true'))
  })
})

describe('deleting fields', () => {
  test.each([
    [undefined, 'Campo de firma eliminado', 0],
    [refusal(404, 'NOT_FOUND', 'x'), 'Campo eliminado (no existía en el servidor)', 0],
    [{ status: 500, body: 'x' }, 'Error al eliminar el campo de firma', 1],
  ])(
    'the editor shows the result of deleting a saved field when the server answers %j',
    async (answer, message, left) => {
      const { user } = await openEditor({
        fields: [ana],
        answer: ({ method }) => (method === 'DELETE' ? answer : undefined),
      })
      await user.click(await screen.findByRole('button', { name: /Eliminar el campo de Ana Mora/ }))
      await toast(message)
      expect(tabs()).toHaveLength(left)
    },
  )

  test('the editor removes a temporary field immediately, without a request', async () => {
    const { user, calls } = await openEditor()
    await addThirdParty(user)
    await user.keyboard('{Delete}')
    await toast('Campo temporal eliminado')
    expect(tabs()).toHaveLength(0)
    expect(sent(calls, 'DELETE', '')).toHaveLength(0)
    expect(screen.getByRole('group', { name: 'Página 1' })).toHaveFocus()
  })

  test('the editor asks before it deletes the field of an invited signer', async () => {
    const { user, calls } = await openEditor({ fields: [ana], invitations: [storedInvitation()] })
    await screen.findByText('Enviada')
    await user.click(button(/Eliminar el campo de Ana Mora/))
    expect(screen.getByText('¿Eliminar el campo de Ana Mora?')).toBeVisible()
    expect(sent(calls, 'DELETE', '')).toHaveLength(0)
    await user.click(button('Eliminar campo'))
    await toast('Campo de firma eliminado')
  })

  test('after a deletion, the focus moves to the field that takes the place of the deleted field', async () => {
    const { user } = await openEditor()
    await addThirdParty(user)
    await addThirdParty(user, 'Luz', 'luz@example.com')
    await user.keyboard('{Delete}')
    expect(tabOf('Ana Mora')).toHaveFocus()
  })
})
