import { act, screen, waitFor, within } from '@testing-library/react'
import type userEvent from '@testing-library/user-event'
import { endSession } from 'shared/state'
import { alternateInvitation, storedAlternate } from '../../../testing/fake-alternates.ts'
import { openEditor, sent, toast } from '../../../testing/open-editor.tsx'
import { stubDom } from '../../../testing/stub-dom.ts'
import { storedField, storedInvitation } from '../../../testing/wire.ts'

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
  Element.prototype.scrollIntoView = jest.fn()
})
afterEach(() => act(() => endSession()))

const ana = storedField()
const TITLE = 'Quién puede firmar en lugar de Ana Mora'

type User = ReturnType<typeof userEvent.setup>

const openDialog = async (user: User) => {
  await user.click(await screen.findByRole('button', { name: 'Más opciones de Ana Mora' }))
  const choice = { name: 'Puede firmar otra persona en su lugar', hidden: true }
  await user.click(screen.getByRole('button', choice))
  return screen.findByRole('dialog', { name: TITLE })
}

const type = async (user: User, dialog: HTMLElement, name: string, email: string) => {
  await user.type(within(dialog).getByLabelText('Nombre del firmante'), name)
  if (email) await user.type(within(dialog).getByLabelText('Email del firmante'), email)
  await user.click(within(dialog).getByRole('button', { name: 'Agregar persona' }))
}

test('the owner adds and removes a person in the place of a signer, and the card names both', async () => {
  const { user, calls } = await openEditor({ fields: [ana] })
  const dialog = await openDialog(user)
  await type(user, dialog, 'Luis Rojas', 'luis@example.com')
  const list = await within(dialog).findByRole('list', { name: 'En lugar de Ana Mora' })
  expect(list).toHaveTextContent(/Luis Rojas.*Sin invitar/)
  expect(sent(calls, 'POST', '/alternates/')).toMatchObject([
    { body: { field_id: ana.id, name: 'Luis Rojas', email: 'luis@example.com' } },
  ])
  expect(within(dialog).getByLabelText('Nombre del firmante')).toHaveValue('')
  expect(screen.getByText('Cualquiera de: Ana Mora, Luis Rojas')).toBeInTheDocument()
  await user.click(within(dialog).getByRole('button', { name: 'Acciones de Luis Rojas' }))
  await user.click(within(list).getByRole('button', { name: 'Quitar', hidden: true }))
  await toast('Luis Rojas ya no puede firmar.')
  await waitFor(() => expect(screen.queryByText(/^Cualquiera de/)).toBeNull())
})

test('the form refuses who may sign already, and keeps what was typed when the server refuses', async () => {
  const refused = 'Ese es el email de quien envía el documento.'
  const { user } = await openEditor({
    fields: [ana],
    answer: ({ method, url }) =>
      method === 'POST' && url.endsWith('/alternates/')
        ? { status: 400, body: { code: 'VALIDATION', message: refused } }
        : undefined,
  })
  const dialog = await openDialog(user)
  await type(user, dialog, 'ana mora', 'ANA@example.com')
  expect(await within(dialog).findByText('Esta persona ya está en la lista de firmantes.')).toBeVisible()
  await user.clear(within(dialog).getByLabelText('Nombre del firmante'))
  await type(user, dialog, 'Olga', '')
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(refused)
  expect(within(dialog).getByLabelText('Nombre del firmante')).toHaveValue('Olga')
})

test('with ten people there is no form', async () => {
  const alternates = Array.from({ length: 9 }, (_, index) =>
    storedAlternate({ id: 61 + index, name: `Persona ${index}`, email: `p${index}@example.com` }),
  )
  const { user } = await openEditor({ fields: [ana], alternates })
  await screen.findByText(/^Cualquiera de: Ana Mora, Persona 0/)
  const dialog = await openDialog(user)
  expect(dialog).toHaveTextContent('Un campo lo pueden firmar hasta 10 personas')
  expect(within(dialog).queryByLabelText('Nombre del firmante')).toBeNull()
})

test('the invitation shows each with an own state, and invites one who came later', async () => {
  const { user, calls } = await openEditor({
    fields: [ana],
    invitations: [storedInvitation()],
    alternates: [
      storedAlternate({ invitation: alternateInvitation({ seen_at: '2026-02-03T18:00:00.000Z' }) }),
      storedAlternate({ id: 62, name: 'Eva Ruiz', email: 'eva@example.com' }),
    ],
  })
  const dialog = await openDialog(user)
  const rows = within(await within(dialog).findByRole('list', { name: 'En lugar de Ana Mora' }))
  expect(rows.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    expect.stringMatching(/Luis Rojas.*Visto.*En lugar de Ana Mora/),
    expect.stringMatching(/Eva Ruiz.*Sin invitar/),
  ])
  await user.click(rows.getByRole('button', { name: 'Acciones de Eva Ruiz' }))
  await user.click(rows.getByRole('button', { name: 'Enviar invitación', hidden: true }))
  await toast('Invitamos a Eva Ruiz.')
  expect(sent(calls, 'POST', '/alternates/62/invite/')).toHaveLength(1)
})

test('after the field’s signer declined, the owner waits for the others and may invite the signer again', async () => {
  const declined = { at: '2026-02-03T18:00:00.000Z', reason: 'No me corresponde' }
  const { user, calls } = await openEditor({
    fields: [ana],
    invitations: [storedInvitation({ state: 'declined', declined })],
    alternates: [storedAlternate({ invitation: alternateInvitation() })],
  })
  expect(await screen.findByText('Esperamos la firma de 1 persona.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Invitar a Trazo' }))
  const dialog = await screen.findByRole('dialog', { name: 'Invitar a Trazo' })
  const others = await within(dialog).findByRole('list', { name: 'Pueden firmar en lugar de otra persona' })
  expect(others).toHaveTextContent(/Luis Rojas.*Enviada.*En lugar de Ana Mora/)
  await user.click(within(dialog).getByRole('button', { name: 'Acciones de Ana Mora' }))
  await user.click(within(dialog).getByRole('button', { name: 'Enviar de nuevo', hidden: true }))
  await waitFor(() => expect(sent(calls, 'POST', 'send-invitation')).toHaveLength(1))
})

test('there is no menu for a field without an address, for the owner and after the signature', async () => {
  await openEditor({
    fields: [
      storedField({ is_signed: true, signed_at: '2026-02-03T18:00:00.000Z' }),
      storedField({ id: 9, field_id: 'field_9', field_type: 'PRIMARY', signer_name: 'Olga', signer_email: '' }),
    ],
    alternates: [storedAlternate()],
  })
  await screen.findByText('Ana Mora')
  expect(screen.queryByRole('button', { name: /^Más opciones/ })).toBeNull()
  expect(screen.queryByText(/^Cualquiera de/)).toBeNull()
})
