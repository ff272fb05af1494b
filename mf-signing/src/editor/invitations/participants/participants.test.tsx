import { act, screen, waitFor, within } from '@testing-library/react'
import { endSession } from 'shared/state'
import type { FakeApi } from '../../../testing/fake-api.ts'
import { refusal } from '../../../testing/fake-api.ts'
import { openEditor, sent, type User } from '../../../testing/open-editor.tsx'
import { stubDom } from '../../../testing/stub-dom.ts'
import { storedField, storedParticipant, storedParticipation } from '../../../testing/wire.ts'

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
})
afterEach(() => act(() => endSession()))

const ana = storedField()
const adding = () => screen.findByRole('dialog', { name: 'Agregar a alguien que no firma' })
const inviting = () => screen.getByRole('dialog', { name: 'Invitar a Trazo' })

const add = async (user: User, kind: RegExp, name: string, email: string) => {
  await user.click(await screen.findByRole('button', { name: 'Agregar a alguien que no firma' }))
  const dialog = await adding()
  await user.click(within(dialog).getByRole('radio', { name: kind }))
  await user.type(within(dialog).getByLabelText('Nombre'), name)
  await user.type(within(dialog).getByLabelText('Email'), email)
  return dialog
}

const row = (name: string) =>
  within(screen.getByRole('region', { name: 'Sin firma' }))
    .getAllByText(name)[0]
    ?.closest('li') ?? null

test('the panel lists people without a field once a form has added one', async () => {
  const { calls, user } = await openEditor({ fields: [ana] })
  expect(await screen.findByRole('button', { name: 'Agregar a alguien que no firma' })).toBeVisible()
  expect(screen.queryByText('Sin firma')).toBeNull()
  const dialog = await add(user, /^Copia/, 'Eva Ruiz', 'eva@example.com')
  await user.selectOptions(
    within(dialog).getByLabelText('Cuándo recibe la copia'),
    'Al enviarlo y cuando esté completo',
  )
  await user.click(within(dialog).getByRole('button', { name: 'Agregar' }))
  await waitFor(() => expect(row('Eva Ruiz')).toHaveTextContent('Copia · eva@example.com'))
  expect(sent(calls, 'POST', '/participants/')).toMatchObject([
    { body: { kind: 'copia', name: 'Eva Ruiz', email: 'eva@example.com', copy_when: 'both' } },
  ])
})

test('the form shows missing and refused data, and keeps the typed text', async () => {
  const refused = 'Ese es tu propio email.'
  const { user } = await openEditor({
    fields: [ana],
    answer: ({ method, url }) =>
      method === 'POST' && url.endsWith('/participants/') ? refusal(400, 'VALIDATION', refused) : undefined,
  })
  const dialog = await add(user, /^Lectura/, 'Luis', 'luis@')
  await user.click(within(dialog).getByRole('button', { name: 'Agregar' }))
  await waitFor(() => expect(within(dialog).getByLabelText('Email')).toBeInvalid())
  await user.type(within(dialog).getByLabelText('Email'), 'example.com')
  await user.click(within(dialog).getByRole('button', { name: 'Agregar' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(refused)
  expect(within(dialog).getByLabelText('Nombre')).toHaveValue('Luis')
})

test('the invitation reaches signers and the others with one button and one message', async () => {
  const api: FakeApi = { fields: [ana], participants: [storedParticipant()] }
  const { calls, user } = await openEditor(api)
  await user.click(await screen.findByRole('button', { name: 'Invitar a Trazo' }))
  await user.type(await within(inviting()).findByLabelText('Mensaje personal (opcional)'), 'Hola')
  await user.click(await within(inviting()).findByRole('button', { name: 'Enviar 2 invitaciones' }))
  await waitFor(() =>
    expect(sent(calls, 'POST', '/participants/81/invite/')).toMatchObject([{ body: { message: 'Hola' } }]),
  )
  expect(sent(calls, 'POST', 'send-invitation')).toHaveLength(1)
  const others = within(inviting()).getByRole('list', { name: 'Sin firma' })
  await waitFor(() => expect(others).toHaveTextContent('Enviada'))
  expect(others).toHaveTextContent(/vence 2 mar/)
})

test('a refused invitation shows its reason in the row, and only it is tried again', async () => {
  let refused = true
  const { calls, user } = await openEditor({
    fields: [ana],
    participants: [storedParticipant()],
    answer: ({ url }) =>
      refused && url.endsWith('/invite/') ? refusal(409, 'DOCUMENT_FINISHED', 'Ya no se puede.') : undefined,
  })
  await user.click(await screen.findByRole('button', { name: 'Invitar a Trazo' }))
  await user.click(await within(inviting()).findByRole('button', { name: 'Enviar 2 invitaciones' }))
  expect(await within(inviting()).findByText('Ya no se puede.')).toBeVisible()
  expect(within(inviting()).getByText('Se enviaron 1 invitación(es) de 2')).toBeVisible()
  refused = false
  await user.click(within(inviting()).getByRole('button', { name: 'Reintentar las que fallaron' }))
  await waitFor(() => expect(sent(calls, 'POST', '/participants/81/invite/')).toHaveLength(2))
  expect(sent(calls, 'POST', 'send-invitation')).toHaveLength(1)
})

test('the menu reminds, revokes and removes', async () => {
  const { calls, user } = await openEditor({
    fields: [ana],
    participants: [storedParticipant({ can_change: false, invitation: storedParticipation() })],
  })
  const choose = async (text: string) => {
    await user.click(await screen.findByRole('button', { name: 'Acciones de Eva Ruiz' }))
    await user.click(
      within(row('Eva Ruiz') as HTMLElement).getByRole('button', { name: new RegExp(`^${text}`), hidden: true }),
    )
  }
  await screen.findByRole('region', { name: 'Sin firma' })
  await choose('Recordar')
  await waitFor(() => expect(sent(calls, 'POST', '/invitations/90/remind/')).toHaveLength(1))
  await choose('Revocar')
  await user.click(await screen.findByRole('button', { name: 'Revocar invitación' }))
  await waitFor(() => expect(sent(calls, 'DELETE', '/invitations/90/')).toHaveLength(1))
  await choose('Quitar')
  await user.click(
    within(await screen.findByRole('dialog', { name: '¿Quitar a Eva Ruiz?' })).getByRole('button', { name: 'Quitar' }),
  )
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Sin firma' })).toBeNull())
})

test.each([
  [{ answered_at: '2026-02-03T18:00:00.000Z' }, 'Visto bueno', '3 feb 2026'],
  [{ kind: 'lectura', answered_at: '2026-02-03T18:00:00.000Z' }, 'Leído', '3 feb 2026'],
  [
    { kind: 'copia', copy_when: 'completed', invitation: storedParticipation({ waits: true }) },
    'Programada',
    'Sale cuando el documento esté completo',
  ],
  [
    {
      invitation: storedParticipation({
        state: 'declined',
        declined: { at: '2026-02-03T18:00:00.000Z', reason: 'Falta un anexo' },
      }),
    },
    'Rechazó',
    '«Falta un anexo»',
  ],
  [{ also: ['firma'] }, 'Sin invitar', 'También firma'],
] as const)('a row with %j shows %s', async (facts, badge, detail) => {
  await openEditor({ fields: [ana], participants: [storedParticipant(facts as object)] })
  await waitFor(() => expect(row('Eva Ruiz')).toHaveTextContent(badge))
  expect(row('Eva Ruiz')).toHaveTextContent(detail)
})
