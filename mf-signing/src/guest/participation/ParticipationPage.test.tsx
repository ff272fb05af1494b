import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { errorMessages } from 'shared/contract/errors'
import type { NetworkAnswer, SentCall } from 'shared/testing'
import { refusal } from '../../testing/fake-api.ts'
import { button, callsTo, INVITATION_LINK, openGuestPage } from '../../testing/open-guest-page.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import type { ParticipationReply } from './participation.ts'

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
})

const LINK = '/sign/3/contrato?token=abc&participantId=81'

const participation = (
  participant: Partial<ParticipationReply['participant']> = {},
  over: Partial<ParticipationReply> = {},
): ParticipationReply => ({
  participant: {
    id: 81,
    kind: 'visto_bueno',
    name: 'Ana Mora',
    email: 'ana@example.com',
    note: '',
    answered_at: null,
    ...participant,
  },
  owner_name: 'Olga Vega',
  document: {
    id: 3,
    original_filename: 'Contrato.pdf',
    download_url: '/home/api/files/3/public_download',
    is_complete: false,
  },
  access_token: 'reader-token',
  expires_in: 1800,
  expires_at: '2026-03-02T18:00:00.000Z',
  reminders_silenced: false,
  turn: 'now',
  proposal: null,
  ...over,
})

type Answer = (call: SentCall) => NetworkAnswer | Promise<NetworkAnswer> | undefined

const AT = '2026-02-03T18:00:00.000Z'

const open = (reply: ParticipationReply, answer: Answer = () => undefined, path = LINK) =>
  openGuestPage({
    path,
    answer: (call) => {
      const own = answer(call)
      if (own) return own
      if (call.url.includes('/participation/')) return { status: 200, body: reply }
      if (/\/(?:approve|read)\/$/.test(call.url)) return { status: 200, body: { success: true, answered_at: AT } }
      return call.url.includes('/participants/') ? { status: 200, body: { success: true } } : undefined
    },
  })

const shown = async () => {
  await screen.findByText('Página 1 de 3')
  await waitFor(() => expect(screen.getByRole('group', { name: 'Página 1' })).toHaveAttribute('aria-busy', 'false'))
}

test('an approver reads the document, confirms, and the page says when', async () => {
  const { calls, engine, user } = open(participation({ note: 'Revisa la cláusula 4' }))
  await shown()
  expect(screen.getByText('Olga Vega te pide tu visto bueno.')).toBeVisible()
  expect(screen.getByText('Revisa la cláusula 4')).toBeVisible()
  expect(engine.requests[0]).toMatchObject({ headers: { Authorization: 'Bearer reader-token' } })
  expect(calls.map(({ method }) => method)).toEqual(['GET'])
  await user.click(button('Dar mi visto bueno'))
  const dialog = await screen.findByRole('dialog', { name: 'Dar mi visto bueno' })
  expect(callsTo(calls, '/approve/')).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Dar mi visto bueno' }))
  expect(await screen.findByText(/^Diste tu visto bueno el 3 de febrero de 2026/)).toBeVisible()
  expect(screen.getByText('Con tu visto bueno')).toBeVisible()
  const [approval] = callsTo(calls, '/participants/81/approve/')
  expect(approval).toMatchObject({ method: 'POST', token: 'reader-token' })
  expect(approval?.body).toEqual({ document_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(screen.queryByText('Otras opciones')).toBeNull()
  expect(button('Descargar')).toBeVisible()
})

test('an approver rejects with a reason', async () => {
  const { calls, user } = open(participation())
  await shown()
  await user.click(await screen.findByRole('button', { name: 'Rechazar el documento' }))
  await user.type(await screen.findByLabelText('Motivo'), 'Falta el anexo.')
  await user.click(button('Rechazar y cancelar el documento'))
  expect(await screen.findByRole('heading', { name: 'Listo: rechazaste este documento' })).toBeVisible()
  expect(callsTo(calls, '/reject/')).toMatchObject([{ body: { reason: 'Falta el anexo.' }, token: 'reader-token' }])
})

test('a reading is confirmed with one press, after the page has reported that the document was seen', async () => {
  const { calls, user } = open(participation({ kind: 'lectura' }))
  await shown()
  expect(screen.getByText('Olga Vega te pide que leas este documento.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Rechazar/ })).toBeNull()
  await user.click(button('Confirmar que lo leí'))
  expect(await screen.findByText(/^Confirmaste que lo leíste el 3 de febrero de 2026/)).toBeVisible()
  const posts = calls.filter(({ method }) => method === 'POST').map(({ url }) => url)
  expect(posts).toEqual(['/home/api/participants/81/seen/', '/home/api/participants/81/read/'])
})

test('a copy asks for nothing and can be downloaded', async () => {
  const { calls } = open(participation({ kind: 'copia' }))
  await shown()
  expect(screen.getByText('Olga Vega te envía una copia de este documento.')).toBeVisible()
  expect(button('Descargar')).toBeVisible()
  expect(screen.queryByText('Otras opciones')).toBeNull()
  fireEvent.wheel(document.body)
  expect(callsTo(calls, '/seen/')).toHaveLength(1)
})

test('a failed answer shows its reason, keeps the page, and can be repeated', async () => {
  let offline = true
  const { user } = open(participation({ kind: 'lectura' }), ({ url }) =>
    offline && url.endsWith('/read/') ? new TypeError('offline') : undefined,
  )
  await shown()
  await user.click(button('Confirmar que lo leí'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Error de conexión')
  offline = false
  await user.click(button('Reintentar'))
  expect(await screen.findByText(/^Confirmaste que lo leíste/)).toBeVisible()
})

test('an expired access token is renewed once', async () => {
  let opened = 0
  const { calls, user } = open(participation(), ({ url, token }) => {
    if (url.includes('/participation/')) {
      opened += 1
      return { status: 200, body: participation({ kind: 'lectura' }, { access_token: `token-${opened}` }) }
    }
    return url.endsWith('/read/') && token === 'token-1'
      ? refusal(401, 'SESSION_EXPIRED', errorMessages.SESSION_EXPIRED)
      : undefined
  })
  await shown()
  await user.click(button('Confirmar que lo leí'))
  expect(await screen.findByText(/^Confirmaste que lo leíste/)).toBeVisible()
  expect(callsTo(calls, '/read/').map(({ token }) => token)).toEqual(['token-1', 'token-2'])
})

test('who waits for signers reads that their turn comes later, and cannot answer yet', async () => {
  open(participation({}, { turn: 'later' }))
  await shown()
  expect(await screen.findByText('Todavía no es tu turno')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Dar mi visto bueno' })).toBeNull()
})

test.each([
  [410, 'INVITATION_INVALID', 'La invitación no es válida'],
  [410, 'DOCUMENT_CANCELLED', 'La firma se canceló'],
] as const)('the page for %d %s says so without a document', async (status, code, title) => {
  open(participation(), ({ url }) =>
    url.includes('/participation/') || url.includes('lapsed') ? refusal(status, code, errorMessages[code]) : undefined,
  )
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  expect(screen.queryByText('Página 1 de 3')).toBeNull()
})

test('a link without its participant opens the page that the server names, and the other way round', async () => {
  open(
    participation(),
    ({ url }) =>
      url.includes('validate-invitation')
        ? refusal(409, 'INVITATION_WITHOUT_FIELD', errorMessages.INVITATION_WITHOUT_FIELD)
        : undefined,
    INVITATION_LINK,
  )
  await shown()
  expect(screen.getByText('Olga Vega te pide tu visto bueno.')).toBeVisible()
})

test('a signer’s link with a participant opens the signer’s page', async () => {
  open(participation(), ({ url }) =>
    url.includes('/participation/') ? refusal(409, 'INVITATION_TO_SIGN', errorMessages.INVITATION_TO_SIGN) : undefined,
  )
  await shown()
  expect(screen.getByText('Luis Vargas te pide tu firma.')).toBeVisible()
})

test('after the answer, the mail of an answer leads to the questions, and no more can be asked', async () => {
  const messages = [
    { number: 1, by: 'guest', text: '¿Quién revisó?', at: AT },
    { number: 2, by: 'owner', text: 'Contabilidad.', at: AT },
  ]
  const { calls, user } = open(
    participation({ answered_at: AT }),
    ({ url }) => (url.endsWith('/questions/') ? { status: 200, body: { messages } } : undefined),
    `${LINK}&preguntas=si`,
  )
  await shown()
  await user.click(await screen.findByRole('button', { name: 'Mis preguntas' }))
  const dialog = await screen.findByRole('dialog', { name: 'Mis preguntas' })
  expect(await within(dialog).findByText('Contabilidad.')).toBeVisible()
  expect(within(dialog).getByText('Ya respondiste: aquí no se hacen más preguntas.')).toBeVisible()
  expect(within(dialog).queryByRole('textbox')).toBeNull()
  expect(callsTo(calls, '/questions/').map(({ url }) => url)).toEqual(['/home/api/participants/81/questions/'])
})

const listed = (id: number, over: object = {}) => ({
  id,
  original_filename: `Documento ${id}.pdf`,
  state: 'open' as const,
  path: `/sign/${id}/documento?token=t${id}&participantId=8${id}`,
  is_seen: false,
  fields: 0,
  has_form: false,
  is_joint: false,
  ...over,
})

describe('of several documents', () => {
  const sending = { id: 40, documents: [listed(3), listed(4), listed(5, { state: 'ended', path: null })] }

  test('the page lists those that ask the person, counts answers, and leads on after the answer', async () => {
    const { user } = open(participation({ kind: 'lectura' }, { sending }))
    await shown()
    await user.click(await screen.findByText('0 de 2 leídos'))
    const list = within(screen.getByRole('navigation', { name: 'Documentos de este envío' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Documento 3.pdf Falta tu lectura',
      'Documento 4.pdf Falta tu lectura',
      'Documento 5.pdf Ya no se puede leer',
    ])
    expect(list.getByRole('link', { name: 'Documento 4.pdf' })).toHaveAttribute(
      'href',
      '/sign/4/documento?token=t4&participantId=84',
    )
    await user.click(button('Confirmar que lo leí'))
    expect(await screen.findByText('1 de 2 leídos')).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Siguiente documento' })).toHaveAttribute(
      'href',
      '/sign/4/documento?token=t4&participantId=84',
    )
  })

  test('copies ask for nothing: the list has them, and no document is next', async () => {
    open(participation({ kind: 'copia' }, { sending }))
    await shown()
    expect(await screen.findByText('2 documentos')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Siguiente documento' })).toBeNull()
  })
})
