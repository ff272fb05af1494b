import { act, screen } from '@testing-library/react'
import { endSession } from 'shared/state'
import { addThirdParty, button, openEditor, sent, tabs, toast } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField, storedInvitation } from '../../testing/wire.ts'

// These tests save explicitly, however slow the machine is.
jest.mock('../constants.ts', () => ({ ...jest.requireActual('../constants.ts'), AUTOSAVE_PAUSE_MS: 3_600_000 }))

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
  Element.prototype.scrollIntoView = jest.fn()
})
afterEach(() => act(() => endSession()))

const ana = storedField()

describe('contacts of the account', () => {
  const contacts = [
    { id: 1, name: 'Ana Rojas', email: 'ana@example.com' },
    { id: 2, name: 'Eva Núñez', email: 'eva@example.com' },
  ]
  const offering = ({ url }: { readonly url: string }) => {
    if (!url.includes('/contacts/')) return undefined
    return { status: 200, body: /q=(nun|eva)/.test(url) ? { contacts, total: 2 } : { contacts: [], total: 0 } }
  }

  test('the keyboard selects a contact for both inputs, and listed signers are not offered', async () => {
    const { user, calls } = await openEditor({ fields: [ana], answer: offering })
    await user.click(await screen.findByRole('button', { name: 'Agregar firmante' }))
    await user.type(screen.getByRole('combobox', { name: 'Nombre del firmante' }), 'nun')
    expect(await screen.findByRole('option')).toHaveTextContent('Eva Núñez')
    expect(calls.some(({ url }) => url.endsWith('/contacts/?q=nun'))).toBe(true)
    await user.keyboard('{ArrowDown}{Enter}')
    expect(screen.getByLabelText('Nombre del firmante')).toHaveValue('Eva Núñez')
    expect(screen.getByLabelText('Email del firmante')).toHaveValue('eva@example.com')
    expect(screen.getByLabelText('Email del firmante')).toHaveFocus()
    expect(screen.queryByRole('option')).toBeNull()
    await user.keyboard('{Enter}')
    await toast('Firmante agregado')
  })

  test('the form stops offering a contact when the typed e-mail is complete', async () => {
    const { user } = await openEditor({ answer: offering })
    await user.click(await screen.findByRole('button', { name: 'Agregar firmante' }))
    await user.type(screen.getByRole('combobox', { name: 'Email del firmante' }), 'eva@example.co')
    expect(await screen.findAllByRole('option')).toHaveLength(2)
    await user.type(screen.getByLabelText('Email del firmante'), 'm')
    expect(screen.queryByRole('option', { name: /Eva/ })).toBeNull()
  })

  test('when the contacts cannot be loaded, the owner adds a signer by typing', async () => {
    const { user } = await openEditor({
      answer: ({ url }) => (url.includes('/contacts/') ? { status: 500, body: {} } : undefined),
    })
    await user.click(await screen.findByRole('button', { name: 'Agregar firmante' }))
    await user.keyboard('Luz Díaz{Enter}luz@example.com{Enter}')
    await toast('Firmante agregado')
  })
})

describe('signers', () => {
  test('the owner adds a signer with a valid e-mail and a field, and removes the signer', async () => {
    const { user } = await openEditor()
    await user.click(await screen.findByRole('button', { name: 'Agregar firmante' }))
    await user.type(screen.getByLabelText('Nombre del firmante'), 'Luz Díaz')
    await user.type(screen.getByLabelText('Email del firmante'), 'luz@')
    await user.click(button('Agregar'))
    expect(await screen.findByText('El email no es válido')).toBeVisible()
    await user.type(screen.getByLabelText('Email del firmante'), 'example.com')
    await user.click(button('Agregar'))
    await toast('Firmante agregado')
    expect(screen.getByRole('tab', { name: 'Firmantes del Documento 1' })).toBeVisible()
    expect(tabs('temporary')).toHaveLength(1)
    expect(screen.getByText('Elige en la página dónde firma Luz Díaz.')).toBeVisible()
    await user.click(button('Eliminar firmante Luz Díaz'))
    await toast('Firmante eliminado')
    expect(tabs()).toHaveLength(0)
    expect(screen.getByRole('tab', { name: 'Firmantes del Documento 0' })).toBeVisible()
  })

  test('Enter moves from the name to the e-mail, and then adds the signer', async () => {
    const { user } = await openEditor()
    await user.click(await screen.findByRole('button', { name: 'Agregar firmante' }))
    await user.keyboard('Luz Díaz{Enter}')
    expect(screen.getByLabelText('Email del firmante')).toHaveFocus()
    expect(screen.queryByText('Por favor ingresa el email del firmante')).toBeNull()
    await user.keyboard('luz@example.com{Enter}')
    await toast('Firmante agregado')
    expect(tabs('temporary')).toHaveLength(1)
  })

  test('the editor refuses a signer who is already listed, and takes another person with the same e-mail', async () => {
    const { user } = await openEditor({ fields: [ana] })
    await user.click(await screen.findByRole('button', { name: 'Agregar firmante' }))
    await user.type(screen.getByLabelText('Nombre del firmante'), 'ana mora')
    await user.type(screen.getByLabelText('Email del firmante'), 'ANA@example.com')
    await user.click(button('Agregar'))
    expect(await screen.findByText('Esta persona ya está en la lista de firmantes.')).toBeVisible()
    await user.clear(screen.getByLabelText('Nombre del firmante'))
    await user.type(screen.getByLabelText('Nombre del firmante'), 'Luis Mora')
    await user.click(button('Agregar'))
    await toast('Firmante agregado')
  })

  test('the editor confirms the removal of an invited signer and shows when a field was not deleted', async () => {
    let refuse = true
    const second = storedField({ id: 8, field_id: 'field_2', page: 2 })
    const { user, calls } = await openEditor({
      fields: [ana, second],
      invitations: [storedInvitation(), storedInvitation({ id: 71, field_id: 8 })],
      answer: ({ method, url }) =>
        method === 'DELETE' && url.includes('/8/') && refuse ? { status: 500, body: 'x' } : undefined,
    })
    await user.click(await screen.findByRole('button', { name: 'Eliminar firmante Ana Mora' }))
    expect(screen.getByText(/Se eliminan también sus 2 campos guardados/)).toBeVisible()
    await user.click(button('Eliminar firmante'))
    await toast('Error al eliminar el campo de firma')
    expect(sent(calls, 'DELETE', 'signature-fields')).toHaveLength(2)
    expect(screen.getByRole('tab', { name: 'Campos 1' })).toBeVisible()
    refuse = false
    await user.click(button('Eliminar firmante Ana Mora'))
    await user.click(button('Eliminar firmante'))
    await toast('Firmante eliminado')
    expect(screen.getByRole('tab', { name: 'Firmantes del Documento 0' })).toBeVisible()
  })
})

describe('the list of fields', () => {
  test('the list shows the position of a field in percent, and the owner changes the numbers', async () => {
    const { user } = await openEditor()
    await addThirdParty(user)
    await user.click(screen.getByRole('tab', { name: 'Campos 1' }))
    const left = screen.getByLabelText('Izquierda (%)')
    expect(left).toHaveValue(16.7)
    await user.clear(left)
    await user.type(left, '30')
    expect(tabs()[0]?.style.insetInlineStart).toBe('30%')
    await user.clear(screen.getByLabelText('Ancho (%)'))
    await user.type(screen.getByLabelText('Ancho (%)'), '2')
    // The minimum is 50 of 600 pixels.
    expect(Number.parseFloat(tabs()[0]?.style.inlineSize ?? '')).toBeCloseTo(8.333, 2)
    await user.tab()
    expect(screen.getByLabelText('Ancho (%)')).toHaveValue(8.3)
  })

  test('a click in the list selects a field and shows its page', async () => {
    const { user } = await openEditor({ fields: [storedField({ page: 3 })] })
    await user.click(await screen.findByRole('tab', { name: 'Campos 1' }))
    await user.click(button(/^Página 3 · Ana Mora/))
    await screen.findByText('Página 3 de 3')
    expect(await screen.findByRole('button', { name: /^Ana Mora/, pressed: true })).toBeVisible()
  })
})
