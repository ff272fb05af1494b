import { act, screen, waitFor, within } from '@testing-library/react'
import { errorMessages } from 'shared/contract/errors'
import { endSession } from 'shared/state'
import { settle } from 'shared/testing'
import type { FakeApi } from '../../testing/fake-api.ts'
import { refusal } from '../../testing/fake-api.ts'
import type { User } from '../../testing/open-editor.tsx'
import { addThirdParty, button, openEditor, sent, tabs } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField, storedInvitation } from '../../testing/wire.ts'
import { INVITATIONS_POLL_MS } from '../constants.ts'

// These tests save explicitly, however slow the machine is.
jest.mock('../constants.ts', () => ({ ...jest.requireActual('../constants.ts'), AUTOSAVE_PAUSE_MS: 3_600_000 }))

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
/** In the menu of the first person. */
const choose = (user: User, text: string) =>
  user.click(within(rows()[0] as HTMLElement).getByRole('button', { name: new RegExp(`^${text}`) }))
const confirmRevoking = async (user: User) => {
  await choose(user, 'Revocar')
  expect(screen.getByText(/Su enlace deja de servir de inmediato/)).toBeVisible()
  await user.click(button('Revocar invitación'))
}

test('the dialog lists the recipients and sends one invitation for each third-party field', async () => {
  const api: FakeApi = { fields: [ana, luz, own] }
  const { user, calls, onChanged } = await open(api)
  expect(within(dialog()).getByText('Archivo a Trazo')).toBeVisible()
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(rows()[0]).toHaveTextContent('Ana MoraSin invitarana@example.com · un campo en la página 1')
  expect(rows()[1]).toHaveTextContent('LuzSin invitarluz@example.com · un campo en la página 2')
  await user.click(button('Enviar 2 invitaciones'))
  expect(await screen.findByText('0 de 2 enviadas; el resto sale en unos segundos.')).toBeVisible()
  await waitFor(() => expect(rows()[0]).toHaveTextContent('En cola'))
  api.invitations = api.invitations?.map((one) => ({ ...one, delivery: storedInvitation().delivery }))
  expect(
    await screen.findByText('¡Todas las invitaciones enviadas exitosamente!', {}, { timeout: 2 * INVITATIONS_POLL_MS }),
  ).toBeVisible()
  expect(screen.getByText('2 de 2')).toBeVisible()
  expect(sent(calls, 'POST', 'send-invitation').map(({ body }) => body)).toMatchObject([
    { email: 'ana@example.com', signer_name: 'Ana Mora', field_id: 7, field_coordinates: { page: 1 } },
    { email: 'luz@example.com', field_id: 8 },
  ])
  expect(onChanged).toHaveBeenCalledTimes(1)
  await user.click(button('Listo'))
  expect(screen.queryByRole('dialog', { name: 'Invitar a Trazo' })).toBeNull()
})

test('the dialog sends a certificate identification only for the signer whose input changed', async () => {
  const { user, calls } = await open({ fields: [ana, { ...luz, certificate_identification: 'CPF-02-0345-0678' }] })
  const [first, second] = await screen.findAllByLabelText('Identificación de su certificado')
  expect(second).toHaveValue('CPF-02-0345-0678')
  if (first) await user.type(first, '01-0234-0567')
  await user.click(button('Enviar 2 invitaciones'))
  await waitFor(() => expect(sent(calls, 'POST', 'send-invitation')).toHaveLength(2))
  const bodies = sent(calls, 'POST', 'send-invitation').map(({ body }) => body)
  expect(bodies[0]).toMatchObject({ field_id: 7, certificate_identification: '01-0234-0567' })
  expect(bodies[1]).not.toHaveProperty('certificate_identification')
})

test('the dialog shows the result of each invitation and resends failed invitations', async () => {
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
  expect(await screen.findByText('0 de 2 enviadas; el resto sale en unos segundos.')).toBeVisible()
  expect(sent(calls, 'POST', 'send-invitation').map(({ body }) => body)).toMatchObject([
    { field_id: 7 },
    { field_id: 8 },
    { field_id: 8 },
  ])
})

test('the dialog offers the confirmation mail when the account’s e-mail is not confirmed', async () => {
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

test('the dialog shows that no signer can be invited, and disables the button to send', async () => {
  await open({ fields: [own, storedField({ signer_email: '' })] })
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    'Ana MoraSin emailSu campo no tiene email: no se le puede invitar.un campo en la página 1',
  ])
  expect(
    await within(dialog()).findByText('No hay campos con emails asignados para enviar invitaciones.'),
  ).toBeVisible()
  expect(button('Enviar invitación')).toBeDisabled()
})

test('the dialog sends no new mail to a guest with a valid link', async () => {
  const { user, calls } = await open({ fields: [ana, luz], invitations: [storedInvitation()] })
  await waitFor(() => expect(rows()[0]).toHaveTextContent('Enviada'))
  await user.click(button('Enviar invitación'))
  expect(await screen.findByText('La invitación sale en unos segundos.')).toBeVisible()
  expect(sent(calls, 'POST', 'send-invitation').map(({ body }) => body)).toMatchObject([{ field_id: 8 }])
})

test('the owner resends one invitation, and the dialog shows an error when the API refuses', async () => {
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
  await choose(user, 'Enviar de nuevo')
  expect(await within(dialog()).findByRole('alert')).toHaveTextContent('Demasiados intentos. Espera 5 minutos')
  expect(onChanged).not.toHaveBeenCalled()
  refuse = false
  await choose(user, 'Enviar de nuevo')
  await waitFor(() => expect(rows()[0]).toHaveTextContent('En cola'))
  expect(within(dialog()).queryByRole('alert')).toBeNull()
  expect(sent(calls, 'POST', 'send-invitation')).toHaveLength(2)
  expect(onChanged).toHaveBeenCalledTimes(1)
})

test('the owner confirms a revocation, and can then send the invitation again', async () => {
  const { user, calls, onChanged } = await open({ fields: [ana], invitations: [storedInvitation()] })
  await waitFor(() => expect(rows()[0]).toHaveTextContent('Enviada'))
  await confirmRevoking(user)
  await waitFor(() => expect(rows()[0]).toHaveTextContent('Revocada'))
  expect(sent(calls, 'DELETE', '/invitations/70/')[0]?.url).toBe('/home/api/files/3/invitations/70/')
  expect(onChanged).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('button', { name: 'Enviar invitación' })).toBeNull()
  await choose(user, 'Enviar de nuevo')
  await waitFor(() => expect(rows()[0]).toHaveTextContent('En cola'))
})

test('the dialog shows why an invitation to a signed field cannot be revoked', async () => {
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

test('the dialog polls the state of a queued mail until the mail is sent', async () => {
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

test('the owner can reload invitations that could not be loaded', async () => {
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

test('the dialog reloads the invitations automatically after a temporary failure', async () => {
  const answers = [refusal(503, 'UNAVAILABLE', errorMessages.UNAVAILABLE)]
  await open({
    fields: [ana],
    answer: ({ url }) => (url.includes('/invitations/') ? answers.shift() : undefined),
  })
  expect(await within(dialog()).findByText(errorMessages.UNAVAILABLE)).toBeVisible()
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
})

describe('saving before inviting', () => {
  const isCreate = (method: string, url: string) => method === 'POST' && url.includes('signature-fields')
  const begin = async (api: FakeApi, people: readonly (readonly [string, string])[]) => {
    const opened = await openEditor(api)
    for (const [name, email] of people) await addThirdParty(opened.user, name, email)
    await opened.user.click(button('Invitar a Trazo'))
    return opened
  }
  const eva = ['Eva Ríos', 'eva@example.com'] as const

  test('the dialog lists and invites a saved and an unsaved signer', async () => {
    const { user, calls } = await begin({ fields: [ana] }, [eva])
    await user.click(await screen.findByRole('button', { name: 'Enviar 2 invitaciones' }))
    await screen.findByText(/^0 de 2 enviadas/)
    expect(sent(calls, 'POST', 'signature-fields')).toHaveLength(1)
    expect(sent(calls, 'POST', 'send-invitation').map(({ body }) => body)).toMatchObject([
      { email: 'ana@example.com' },
      { email: 'eva@example.com' },
    ])
  })

  test('after a failed save, the dialog names the unsaved signer, keeps all signers and offers a retry', async () => {
    let refuse = true
    const { user } = await begin(
      {
        fields: [],
        answer: ({ method, url, body }) =>
          isCreate(method, url) && refuse && JSON.stringify(body).includes('eva@')
            ? refusal(400, 'PAGE_OUT_OF_RANGE', errorMessages.PAGE_OUT_OF_RANGE)
            : undefined,
      },
      [['Ana Mora', 'ana@example.com'], eva],
    )
    expect(await within(dialog()).findByRole('alert')).toHaveTextContent(
      'Error al guardar las posiciones de los campos',
    )
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Ana MoraSin invitarana@example.com · un campo en la página 1/),
      `Eva RíosSin guardar${errorMessages.PAGE_OUT_OF_RANGE}eva@example.com · un campo en la página 1`,
    ])
    expect(button('Enviar invitación')).toBeEnabled()
    refuse = false
    await user.click(button('Guardar de nuevo'))
    expect(await screen.findByRole('button', { name: 'Enviar 2 invitaciones' })).toBeEnabled()
    expect(within(dialog()).queryByRole('alert')).toBeNull()
  })

  test('the dialog lists a signer without a field, and places a field for the signer', async () => {
    const { user } = await openEditor({ fields: [ana] })
    await user.click(await screen.findByRole('button', { name: 'Agregar firmante' }))
    await user.type(screen.getByLabelText('Nombre del firmante'), eva[0])
    await user.type(screen.getByLabelText('Email del firmante'), eva[1])
    await user.click(button('Agregar'))
    await user.click(button(/^Eliminar el campo de Eva Ríos/))
    await user.click(button('Invitar a Trazo'))
    await waitFor(() => expect(rows().at(-1)).toHaveTextContent('Eva RíosSin campo'))
    await user.click(within(dialog()).getByRole('button', { name: 'Colocar campo de Eva Ríos' }))
    expect(screen.queryByRole('dialog', { name: 'Invitar a Trazo' })).toBeNull()
    expect(tabs('temporary')).toHaveLength(1)
  })

  test('the dialog still lists a signer whose field was deleted', async () => {
    const api: FakeApi = {
      fields: [ana, luz],
      answer: ({ url, body }) => {
        if (!url.includes('send-invitation') || !JSON.stringify(body).includes('luz@')) return undefined
        api.fields = [ana]
        return refusal(400, 'FIELD_OF_OTHER_DOCUMENT', errorMessages.FIELD_OF_OTHER_DOCUMENT)
      },
    }
    const { user } = await open(api)
    await user.click(await screen.findByRole('button', { name: 'Enviar 2 invitaciones' }))
    expect(await screen.findByText('Se enviaron 1 invitación(es) de 2')).toBeVisible()
    await waitFor(() => expect(rows().at(-1)).toHaveTextContent(/^LuzSin campo.*Colócale otro para invitarle/))
  })
})
