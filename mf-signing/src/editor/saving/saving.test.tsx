import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { errorMessages } from 'shared/contract/errors'
import { endSession } from 'shared/state'
import { refusal } from '../../testing/fake-api.ts'
import { addThirdParty, button, openEditor, sent, tabs, toast } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField, storedInvitation } from '../../testing/wire.ts'

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
})
afterEach(() => act(() => endSession()))

const ana = storedField()
const tabOf = (name: string) =>
  screen.getByRole('button', { name: new RegExp(`^${name}, .+ (sin guardar|por firmar)$`) })

describe('saving', () => {
  test('with nothing new says so, and Cancelar drops what is temporary', async () => {
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

  test('without any field says so', async () => {
    const { user } = await openEditor()
    await waitFor(() => expect(button('Editar')).not.toHaveAttribute('aria-disabled'))
    await user.keyboard('{Control>}s{/Control}')
    await toast('No hay campos de firma para guardar')
  })

  test('a failure leaves saved what was saved and temporary what was not, and says which', async () => {
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

  test('a second after it the whole page is shown again', async () => {
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

  test('reports a document that was signed in the meantime and disables its tools', async () => {
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

describe('deleting', () => {
  test.each([
    [undefined, 'Campo de firma eliminado', 0],
    [refusal(404, 'NOT_FOUND', 'x'), 'Campo eliminado (no existía en el servidor)', 0],
    [{ status: 500, body: 'x' }, 'Error al eliminar el campo de firma', 1],
  ])('a saved field, answered %j', async (answer, message, left) => {
    const { user } = await openEditor({
      fields: [ana],
      answer: ({ method }) => (method === 'DELETE' ? answer : undefined),
    })
    await user.click(await screen.findByRole('button', { name: /Eliminar el campo de Ana Mora/ }))
    await toast(message)
    expect(tabs()).toHaveLength(left)
  })

  test('a temporary field goes at once, without the server', async () => {
    const { user, calls } = await openEditor()
    await addThirdParty(user)
    await user.keyboard('{Delete}')
    await toast('Campo temporal eliminado')
    expect(tabs()).toHaveLength(0)
    expect(sent(calls, 'DELETE', '')).toHaveLength(0)
    expect(screen.getByRole('group', { name: 'Página 1' })).toHaveFocus()
  })

  test('a field whose signer was invited asks first', async () => {
    const { user, calls } = await openEditor({ fields: [ana], invitations: [storedInvitation()] })
    await screen.findByText('Enviada')
    await user.click(button(/Eliminar el campo de Ana Mora/))
    expect(screen.getByText('¿Eliminar el campo de Ana Mora?')).toBeVisible()
    expect(sent(calls, 'DELETE', '')).toHaveLength(0)
    await user.click(button('Eliminar campo'))
    await toast('Campo de firma eliminado')
  })

  test('the focus goes to the field that takes the place of the one that is gone', async () => {
    const { user } = await openEditor()
    await addThirdParty(user)
    await addThirdParty(user, 'Luz', 'luz@example.com')
    await user.keyboard('{Delete}')
    expect(tabOf('Ana Mora')).toHaveFocus()
  })
})
