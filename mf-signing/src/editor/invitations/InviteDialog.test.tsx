import { act, screen, waitFor, within } from '@testing-library/react'
import { errorMessages } from 'shared/contract/errors'
import { endSession } from 'shared/state'
import { settle } from 'shared/testing'
import type { FakeApi } from '../../testing/fake-api.ts'
import { refusal } from '../../testing/fake-api.ts'
import type { User } from '../../testing/open-editor.tsx'
import { button, openEditor, sent } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField, storedInvitation } from '../../testing/wire.ts'
import { INVITATIONS_POLL_MS, INVITATIONS_RETRY_MS } from '../constants.ts'

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
})
afterEach(() => act(() => endSession()))

const ana = storedField()
const luz = storedField({ id: 8, field_id: 'field_2', signer_name: 'Luz', signer_email: 'luz@example.com', page: 2 })
const own = storedField({ id: 9, field_id: 'field_own', field_type: 'PRIMARY', signer_name: 'Luis Vargas' })

const dialog = () => screen.getByRole('dialog', { name: 'Invitar a Trazo' })
const rows = () => within(dialog()).queryAllByRole('listitem')
const open = async (api: FakeApi) => {
  const opened = await openEditor(api)
  if (api.fields?.length) await screen.findAllByText('Ana Mora')
  await opened.user.click(await screen.findByRole('button', { name: 'Invitar a Trazo' }))
  return opened
}
const confirmRevoking = async (user: User) => {
  await user.click(button('Revocar la invitación de Ana Mora'))
  expect(screen.getByText(/Su enlace deja de servir de inmediato/)).toBeVisible()
  await user.click(button('Revocar invitación'))
}

test('says who gets what, and sends once per third-party field', async () => {
  const { user, calls, onChanged } = await open({ fields: [ana, luz, own] })
  expect(within(dialog()).getByText('Archivo a Trazo')).toBeVisible()
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(rows()[0]).toHaveTextContent('Ana MoraSin invitarana@example.com · un campo en la página 1')
  expect(rows()[1]).toHaveTextContent('LuzSin invitarluz@example.com · un campo en la página 2')
  await user.click(button('Enviar 2 invitaciones'))
  expect(await screen.findByText('¡Todas las invitaciones enviadas exitosamente!')).toBeVisible()
  expect(screen.getByText('2 de 2')).toBeVisible()
  expect(sent(calls, 'POST', 'send-invitation').map(({ body }) => body)).toMatchObject([
    { email: 'ana@example.com', signer_name: 'Ana Mora', field_id: 7, field_coordinates: { page: 1 } },
    { email: 'luz@example.com', field_id: 8 },
  ])
  expect(onChanged).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(rows()[0]).toHaveTextContent('En cola'))
  await user.click(button('Listo'))
  expect(screen.queryByRole('dialog', { name: 'Invitar a Trazo' })).toBeNull()
})

test('shows each invitation, and resends failed ones', async () => {
  let down = true
  const { user, calls } = await open({
    fields: [ana, luz],
    answer: ({ url, body }) =>
      url.includes('send-invitation') && down && JSON.stringify(body).includes('luz@')
        ? { status: 503, body: {} }
        : undefined,
  })
  await user.click(await screen.findByRole('button', { name: 'Enviar 2 invitaciones' }))
  expect(await screen.findByText('Se enviaron 1 invitación(es) de 2')).toBeVisible()
  expect(rows()[1]).toHaveTextContent('Error del servidor. Intenta nuevamente más tarde.')
  down = false
  await user.click(button('Reintentar las que fallaron'))
  expect(await screen.findByText('2 de 2')).toBeVisible()
  expect(sent(calls, 'POST', 'send-invitation').map(({ body }) => body)).toMatchObject([
    { field_id: 7 },
    { field_id: 8 },
    { field_id: 8 },
  ])
})

test('issue 18: offers the mail that confirms the account before its first invitation', async () => {
  const { user, calls } = await open({
    fields: [ana],
    answer: ({ url }) => {
      if (url.includes('send-invitation')) return refusal(409, 'EMAIL_NOT_VERIFIED', errorMessages.EMAIL_NOT_VERIFIED)
      if (!url.includes('email/confirmation')) return undefined
      return { status: 200, body: { success: true, email: 'luis@example.com' } }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Enviar invitación' }))
  await waitFor(() => expect(rows()[0]).toHaveTextContent(errorMessages.EMAIL_NOT_VERIFIED))
  await user.click(button('Enviar correo de confirmación'))
  expect(await screen.findByText(/Enviamos un enlace a luis@example.com/)).toBeVisible()
  expect(sent(calls, 'POST', 'email/confirmation')).toHaveLength(1)
})

test('without anybody to invite says so', async () => {
  await open({ fields: [own, storedField({ signer_email: '' })] })
  expect(
    await within(dialog()).findByText('No hay campos con emails asignados para enviar invitaciones.'),
  ).toBeVisible()
  expect(button('Enviar invitación')).toBeDisabled()
})

test('a guest with a valid link is not mailed with the others', async () => {
  const { user, calls } = await open({ fields: [ana, luz], invitations: [storedInvitation()] })
  await waitFor(() => expect(rows()[0]).toHaveTextContent('Enviada'))
  await user.click(button('Enviar invitación'))
  expect(await screen.findByText('1 de 1')).toBeVisible()
  expect(sent(calls, 'POST', 'send-invitation').map(({ body }) => body)).toMatchObject([{ field_id: 8 }])
})

test('an invitation is resent, one at a time; its error is shown next to it', async () => {
  let refuse = true
  const { user, calls, onChanged } = await open({
    fields: [ana, luz],
    invitations: [
      storedInvitation({ delivery: { state: 'failed', sent_at: null, reason: 'El buzón está lleno (552).' } }),
    ],
    answer: ({ url }) =>
      url.includes('send-invitation') && refuse
        ? refusal(429, 'RATE_LIMITED', 'Demasiados intentos. Espera 5 minutos y vuelve a intentarlo.')
        : undefined,
  })
  await waitFor(() => expect(rows()[0]).toHaveTextContent('No entregada'))
  expect(rows()[0]).toHaveTextContent('El buzón está lleno (552).')
  await user.click(button('Reenviar a Ana Mora'))
  expect(await within(dialog()).findByRole('alert')).toHaveTextContent('Demasiados intentos. Espera 5 minutos')
  expect(onChanged).not.toHaveBeenCalled()
  refuse = false
  await user.click(button('Reenviar a Ana Mora'))
  await waitFor(() => expect(rows()[0]).toHaveTextContent('En cola'))
  expect(within(dialog()).queryByRole('alert')).toBeNull()
  expect(sent(calls, 'POST', 'send-invitation')).toHaveLength(2)
  expect(onChanged).toHaveBeenCalledTimes(1)
})

test('an invitation is taken back after asking, and can be sent again', async () => {
  const { user, calls, onChanged } = await open({ fields: [ana], invitations: [storedInvitation()] })
  await waitFor(() => expect(rows()[0]).toHaveTextContent('Enviada'))
  await confirmRevoking(user)
  await waitFor(() => expect(rows()[0]).toHaveTextContent('Revocada'))
  expect(sent(calls, 'DELETE', '/invitations/70/')[0]?.url).toBe('/home/api/files/3/invitations/70/')
  expect(onChanged).toHaveBeenCalledTimes(1)
  // A revoked invitation is not sent with the others.
  expect(screen.queryByRole('button', { name: /^Enviar/ })).toBeNull()
  await user.click(button('Reenviar a Ana Mora'))
  await waitFor(() => expect(rows()[0]).toHaveTextContent('En cola'))
})

test('an invitation that was used in the meantime cannot be revoked, and says so', async () => {
  const { user } = await open({
    fields: [ana],
    invitations: [storedInvitation()],
    answer: ({ method }) =>
      method === 'DELETE' ? refusal(409, 'FIELD_SIGNED', errorMessages.FIELD_SIGNED) : undefined,
  })
  await waitFor(() => expect(rows()[0]).toHaveTextContent('Enviada'))
  await confirmRevoking(user)
  expect(await within(dialog()).findByRole('alert')).toHaveTextContent(errorMessages.FIELD_SIGNED)
})

test('while a mail waits its state is asked for again, until it is sent', async () => {
  jest.useFakeTimers()
  try {
    const queued = storedInvitation({ delivery: { state: 'queued', sent_at: null, reason: null } })
    const api: FakeApi = { fields: [ana], invitations: [queued] }
    const { calls } = await openEditor(api)
    await settle(100)
    act(() => button('Invitar a Trazo').click())
    await settle()
    expect(rows()[0]).toHaveTextContent('En cola')
    const asked = () => sent(calls, 'GET', '/invitations/').length
    const before = asked()
    await settle(INVITATIONS_POLL_MS)
    expect(asked()).toBe(before + 1)
    api.invitations = [storedInvitation()]
    await settle(INVITATIONS_POLL_MS)
    expect(rows()[0]).toHaveTextContent('Enviada')
    const enough = asked()
    await settle(3 * INVITATIONS_POLL_MS)
    expect(asked()).toBe(enough)
  } finally {
    jest.useRealTimers()
  }
})

test('invitations that cannot be read can be asked for again', async () => {
  let down = true
  const { user } = await open({
    fields: [ana],
    answer: ({ url }) =>
      url.includes('/invitations/') && down ? refusal(503, 'UNAVAILABLE', errorMessages.UNAVAILABLE) : undefined,
  })
  expect(await within(dialog()).findByText(errorMessages.UNAVAILABLE)).toBeVisible()
  expect(button('Enviar invitación')).toBeDisabled()
  down = false
  await user.click(button('Reintentar'))
  await waitFor(() => expect(rows()).toHaveLength(1))
})

test('retries automatically after a temporary failure', async () => {
  const answers = [refusal(503, 'UNAVAILABLE', errorMessages.UNAVAILABLE)]
  await open({
    fields: [ana],
    answer: ({ url }) => (url.includes('/invitations/') ? answers.shift() : undefined),
  })
  expect(await within(dialog()).findByText(errorMessages.UNAVAILABLE)).toBeVisible()
  await waitFor(() => expect(rows()).toHaveLength(1), { timeout: 2 * INVITATIONS_RETRY_MS })
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
})
