import { act, screen, within } from '@testing-library/react'
import { errorMessages } from 'shared/contract/errors'
import type { InboxEntry } from 'shared/http/deferred'
import { endSession } from 'shared/state'
import { type NetworkAnswer, type SentCall, settle } from 'shared/testing'
import { logInOwner, refusal } from '../../testing/fake-api.ts'
import { invitationReply } from '../../testing/guest-sessions.ts'
import { begin, signThrough } from '../../testing/guest-steps.ts'
import { button, callsTo, INVITATION_LINK, openGuestPage } from '../../testing/open-guest-page.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField } from '../../testing/wire.ts'

stubDom()
beforeEach(() => {
  jest.useFakeTimers()
  window.innerWidth = 1280
  localStorage.clear()
})
afterEach(() => {
  act(() => endSession())
  jest.useRealTimers()
})

const ACCOUNT_LINK = '/sign/3/contrato?token=g2.abc.def&fieldId=7'
const NEXT_LINK = '/sign/4/alquiler?token=g2.ghi.jkl&fieldId=9'

const entry = (over: Partial<InboxEntry> = {}): InboxEntry => ({
  invitation_id: 70,
  document_id: 4,
  original_filename: 'Alquiler.pdf',
  owner_name: 'Olga Vega',
  kind: 'firma',
  fields: 1,
  invited_at: '2026-01-31T18:00:00.000Z',
  expires_at: '2026-03-02T18:00:00.000Z',
  ...over,
})

const nextReply = invitationReply({
  document: { id: 4, original_filename: 'Alquiler.pdf', download_url: '/home/api/files/4/public_download' },
  signature_field: storedField({ id: 9, user_file_id: 4 }),
})

type Answer = (call: SentCall) => NetworkAnswer | undefined

const inboxOf =
  (entries: readonly InboxEntry[], own: Answer = () => undefined): Answer =>
  (call) => {
    const { url } = call
    const answer = own(call)
    if (answer) return answer
    if (url.endsWith('/inbox/')) return { status: 200, body: { entries } }
    if (url.endsWith('/open/')) return { status: 200, body: { path: NEXT_LINK } }
    return url.includes('token=g2.ghi.jkl') ? { status: 200, body: nextReply } : undefined
  }

/** As a person who came from the dashboard. */
const signed = async (answer: Answer, path = ACCOUNT_LINK) => {
  const page = await begin({ path, answer })
  await act(() => logInOwner())
  await signThrough(page.user)
  await settle(200)
  return page
}

test('after signing, the next document opens with the session; the page does not leave by itself', async () => {
  const { calls, user } = await signed(inboxOf([entry(), entry({ invitation_id: 71 })]))
  expect(screen.getByText('Alquiler.pdf · Olga Vega te pide tu firma')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Quedarme aquí' })).toBeNull()
  expect(callsTo(calls, '/inbox/')).toMatchObject([{ token: 'owner-token' }])
  await user.click(button('Firmar siguiente (2)'))
  await settle(500)
  expect(callsTo(calls, '/open/').map(({ url }) => url)).toEqual(['/home/api/inbox/70/open/'])
  expect(screen.getByRole('heading', { name: 'Alquiler.pdf' })).toBeVisible()
  // It is seen before anything is signed.
  expect(button('Agregar Firma Digital')).toBeVisible()
  expect(callsTo(calls, 'digital_sign')).toHaveLength(1)
})

test('a document whose turn ended in between is skipped', async () => {
  const entries = [entry({ invitation_id: 70 }), entry({ invitation_id: 71 }), entry({ invitation_id: 72 })]
  const gone = ({ url }: SentCall) =>
    /inbox\/7[01]\/open/.test(url) ? refusal(404, 'NOT_FOUND', errorMessages.NOT_FOUND) : undefined
  const { calls, user } = await signed(inboxOf(entries, gone))
  await user.click(button('Firmar siguiente (3)'))
  await settle(500)
  expect(callsTo(calls, '/open/')).toHaveLength(3)
  expect(screen.getByRole('heading', { name: 'Alquiler.pdf' })).toBeVisible()
})

test('with nothing left, or nothing left any more, the page goes back to the start', async () => {
  const gone = ({ url }: SentCall) =>
    url.endsWith('/open/') ? refusal(404, 'NOT_FOUND', errorMessages.NOT_FOUND) : undefined
  const { user } = await signed(inboxOf([entry({ kind: 'lectura', fields: 0 })], gone))
  expect(screen.getByText('Alquiler.pdf · Olga Vega te pide que lo leas')).toBeVisible()
  await user.click(button('Siguiente documento (1)'))
  await settle()
  expect(screen.getByText('No te queda nada por firmar ni responder.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Siguiente documento/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Volver al inicio' })).toHaveAttribute('href', '/dashboard')
})

test('a failed list keeps the way back and can be repeated', async () => {
  let broken = true
  const { user } = await signed(
    inboxOf([entry({ for_email: 'ana@oficina.cr' })], ({ url }) =>
      broken && url.endsWith('/inbox/')
        ? { status: 500, body: { code: 'INTERNAL', message: 'Algo falló.' } }
        : undefined,
    ),
  )
  expect(screen.getByText('Algo falló.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Volver al inicio' })).toBeVisible()
  broken = false
  await user.click(button('Reintentar'))
  await settle()
  expect(screen.getByText('Alquiler.pdf · Olga Vega te pide tu firma · para ana@oficina.cr')).toBeVisible()
})

test('a person who came by mail gets no next document and sends no call for one', async () => {
  const { calls } = await signed(inboxOf([entry()]), INVITATION_LINK)
  expect(screen.getByText('Gracias por firmar')).toBeVisible()
  expect(callsTo(calls, '/inbox/')).toEqual([])
  expect(screen.queryByRole('region', { name: 'Lo que sigue' })).toBeNull()
})

test('a signed document that is opened again offers what is next', async () => {
  const signature_field = storedField({ is_signed: true, signed_at: '2026-02-01T18:00:00.000Z' })
  openGuestPage({ path: ACCOUNT_LINK, reply: { signature_field }, answer: inboxOf([entry()]), advanceTimers: settle })
  await settle(500)
  expect(button('Firmar siguiente (1)')).toBeVisible()
})

describe('people who sign nothing', () => {
  const openParticipation = async (kind: 'visto_bueno' | 'lectura') => {
    const opened = {
      participant: { id: 81, kind, name: 'Ana Mora', email: 'ana@example.com', note: '', answered_at: null },
      owner_name: 'Olga Vega',
      document: {
        id: 3,
        original_filename: 'C.pdf',
        download_url: '/home/api/files/3/public_download',
        is_complete: false,
      },
      access_token: 'reader-token',
      expires_in: 1800,
      expires_at: '2026-03-02T18:00:00.000Z',
      reminders_silenced: false,
      turn: 'now',
      proposal: null,
    }
    const answer = inboxOf([entry()], ({ url }) => {
      if (url.includes('/participation/')) return { status: 200, body: opened }
      if (!url.includes('/participants/')) return undefined
      return { status: 200, body: { success: true, answered_at: '2026-02-03T18:00:00.000Z' } }
    })
    const path = '/sign/3/contrato?token=g2.abc.def&participantId=81'
    const page = openGuestPage({ path, answer, advanceTimers: settle })
    await settle(500)
    expect(screen.queryByRole('region', { name: 'Lo que sigue' })).toBeNull()
    return page
  }

  test('a reading that is confirmed offers what is next', async () => {
    const { user } = await openParticipation('lectura')
    await user.click(button('Confirmar que lo leí'))
    await settle(500)
    expect(button('Firmar siguiente (1)')).toBeVisible()
  })

  test('a refusal offers what is next', async () => {
    const { user } = await openParticipation('visto_bueno')
    await user.click(button('Rechazar el documento'))
    await settle()
    await user.type(screen.getByLabelText('Motivo'), 'Falta el anexo.')
    await user.click(button('Rechazar y cancelar el documento'))
    await settle(500)
    expect(screen.getByRole('heading', { name: 'Listo: rechazaste este documento' })).toBeVisible()
    expect(button('Firmar siguiente (1)')).toBeVisible()
  })

  test('an approval offers what is next', async () => {
    const { user } = await openParticipation('visto_bueno')
    await user.click(button('Dar mi visto bueno'))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Dar mi visto bueno' }))
    await settle(500)
    expect(button('Firmar siguiente (1)')).toBeVisible()
  })
})

test('the ended link of an account says so and leads to the documents', async () => {
  const invalid = refusal(410, 'INVITATION_INVALID', errorMessages.INVITATION_INVALID)
  openGuestPage({ path: ACCOUNT_LINK, answer: () => invalid, advanceTimers: settle })
  await settle(500)
  expect(screen.getByRole('heading', { name: 'Este enlace terminó' })).toBeVisible()
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Volver a tus documentos'])
})
