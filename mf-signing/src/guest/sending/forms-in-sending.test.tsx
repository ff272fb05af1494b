import { act, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { errorMessages } from 'shared/contract/errors'
import type { FormValue } from 'shared/contract/form-fields'
import { endSession } from 'shared/state'
import { type NetworkAnswer, type SentCall, settle } from 'shared/testing'
import { refusal } from '../../testing/fake-api.ts'
import { button, callsTo } from '../../testing/open-guest-page.tsx'
import {
  goToListed,
  guestDocumentOf,
  openSendingPage,
  type ServedSending,
  signAllListed,
} from '../../testing/open-sending-page.ts'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedFormField } from '../../testing/wire.ts'
import { changeVisit } from './visit-store.ts'

stubDom()
beforeEach(() => {
  jest.useFakeTimers()
  window.innerWidth = 1280
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  act(() => {
    changeVisit({ sendingId: 0, email: '' }, {})
    endSession()
  })
  jest.useRealTimers()
})

/** SHA-256 of `[[1,"Heredia"]]`. */
const HEREDIA = 'a0fb73fade1453721634d8eea081e245ad27bdc5fa2cb3e4a3660a376ce27ceb'
const city = storedFormField({ id: 1, label: 'Ciudad', signature_field_id: 14 })

type Answer = NetworkAnswer | undefined

/** Three documents; the second, 4, asks for a city. `draft`: the values of the server. */
const formServer = (first: (call: SentCall) => Answer = () => undefined, fields = [city]) => {
  const store: { draft: FormValue[] } = { draft: [] }
  const answer = (call: SentCall): Answer => {
    const own = first(call)
    if (own || !call.url.includes('/form/')) return own
    if (call.method !== 'PUT')
      return { status: 200, body: { fields, values: store.draft, draft_saved_at: null, today: '2026-11-23' } }
    store.draft = (call.body as { values: FormValue[] }).values
    return { status: 200, body: { draft_saved_at: '2026-11-23T18:00:00.000Z' } }
  }
  const documents = [guestDocumentOf(3), guestDocumentOf(4, { has_form: true }), guestDocumentOf(5)]
  const served: ServedSending = { documents, answer }
  return { store, served }
}

const goOn = async (user: UserEvent, name = 'Siguiente documento') => {
  await user.click(screen.getByRole('link', { name }))
  await settle(500)
}
const lead = () => screen.getByText(/(Te falta leer|Faltan datos en):/)
const cityBox = () => screen.getByRole('textbox', { name: /^Ciudad/ })
const formSaves = (calls: readonly SentCall[]) => callsTo(calls, '/form/').filter(({ method }) => method === 'PUT')

test('a document with missing values is led to before the act, which names the values that were shown', async () => {
  const { served, store } = formServer()
  const { user, calls } = await openSendingPage(served)
  await goOn(user)
  expect(button('Siguiente campo (queda 1)')).toBeVisible()
  await goOn(user)
  expect(lead()).toHaveTextContent('Faltan datos en: Anexo.pdf. Después firmas los 3 documentos de una vez.')
  expect(screen.queryByRole('button', { name: 'Firmar los 3 documentos' })).toBeNull()
  await goOn(user, 'Completar los datos')
  await user.type(cityBox(), 'Heredia')
  // Before the pause after which the form saves itself.
  await goToListed(user, 'Reglamento.pdf')
  expect(store.draft).toEqual([{ form_field_id: 1, value: 'Heredia' }])
  await signAllListed(user)
  const [sent, ...others] = callsTo(calls, 'sign-sending')
  expect(others).toEqual([])
  const sha = { document_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }
  const documents = [
    { id: 3, ...sha },
    { id: 4, ...sha, form_sha256: HEREDIA },
    { id: 5, ...sha },
  ]
  expect(sent?.body).toMatchObject({ documents })
  expect(JSON.stringify(sent?.body)).not.toContain('Heredia')
  expect(screen.getByText('3 de 3 firmados')).toBeVisible()
  expect(sessionStorage).toHaveLength(0)
})

test('the button for all leads to a missing value of the present document first', async () => {
  const { served } = formServer()
  const { user, calls } = await openSendingPage(served, 5)
  await goToListed(user, 'Contrato.pdf')
  await goToListed(user, 'Anexo.pdf')
  await user.click(button('Firmar los 3 documentos'))
  await settle()
  expect(cityBox()).toHaveFocus()
  await user.type(cityBox(), 'Heredia')
  await signAllListed(user)
  expect(formSaves(calls)).not.toEqual([])
  expect(callsTo(calls, 'sign-sending')).toHaveLength(1)
})

test('in a document with its values, the way leads on to the next one', async () => {
  const { served } = formServer()
  const { user } = await openSendingPage(served, 4)
  await user.type(cityBox(), 'Heredia')
  const bar = within(screen.getByRole('region', { name: 'Llena antes de firmar' }))
  expect(bar.queryByRole('button', { name: /^Siguiente campo/ })).toBeNull()
  expect(screen.getAllByRole('link', { name: 'Siguiente documento' })).toHaveLength(1)
  await goOn(user)
  expect(screen.getByRole('heading', { name: 'Reglamento.pdf' })).toHaveFocus()
})

test('a date that the page fills in is saved before the act, which signs what the server has', async () => {
  const date = storedFormField({
    id: 1,
    label: 'Fecha',
    signature_field_id: 14,
    rule: { kind: 'date', default_today: true },
  })
  const { served, store } = formServer(undefined, [date])
  const { user } = await openSendingPage(served, 4)
  expect(store.draft).toEqual([])
  await goOn(user)
  expect(store.draft).toEqual([{ form_field_id: 1, value: '2026-11-23' }])
})

test('values that cannot be saved are not signed, and are saved by the next attempt', async () => {
  let isDown = true
  const { served, store } = formServer(({ url, method }) =>
    isDown && method === 'PUT' && url.includes('/form/') ? refusal(503, 'OVERLOADED', 'Espera.') : undefined,
  )
  const { user, calls } = await openSendingPage(served, 5)
  await goToListed(user, 'Anexo.pdf')
  await user.type(cityBox(), 'Heredia')
  await goToListed(user, 'Contrato.pdf')
  await signAllListed(user)
  expect(callsTo(calls, 'sign-sending')).toHaveLength(0)
  isDown = false
  await user.click(button('Reintentar firma'))
  await settle(500)
  expect(store.draft).toEqual([{ form_field_id: 1, value: 'Heredia' }])
  expect(callsTo(calls, 'sign-sending')).toHaveLength(1)
})

test('a draft that changed in another window: the page shows it, and the person reads each document again', async () => {
  let isOther = true
  const { served, store } = formServer(({ url }) =>
    isOther && url.includes('sign-sending')
      ? refusal(409, 'SENDING_DIFFERS', errorMessages.SENDING_DIFFERS)
      : undefined,
  )
  const { user, calls } = await openSendingPage(served, 5)
  await goToListed(user, 'Contrato.pdf')
  await goToListed(user, 'Anexo.pdf')
  await user.type(cityBox(), 'Heredia')
  await settle(1000)
  store.draft = [{ form_field_id: 1, value: 'Cartago' }]
  await signAllListed(user)
  await settle(500)
  expect(screen.getByRole('alert')).toHaveTextContent(/^Los datos que llenaste cambiaron en otra ventana/)
  expect(cityBox()).toHaveValue('Cartago')
  expect(lead()).toHaveTextContent('Te falta leer: Contrato.pdf, Reglamento.pdf.')
  isOther = false
  await goOn(user)
  await goOn(user)
  await signAllListed(user)
  const [first, second] = callsTo(calls, 'sign-sending').map(({ body }) => JSON.stringify(body))
  expect(first).toContain(HEREDIA)
  expect(second).not.toContain(HEREDIA)
  expect(screen.getByText('3 de 3 firmados')).toBeVisible()
})

test('values that the server refuses: the page names the document, leads there and keeps the drawing', async () => {
  const message = 'Hay datos por corregir en Anexo.pdf, y no se firmó ningún documento. «Ciudad» no cabe en su espacio.'
  const { served } = formServer(({ url }) =>
    url.includes('sign-sending')
      ? { status: 400, body: { code: 'FORM_VALUES_INVALID', message, fields: { 'documents.4': 'no cabe' } } }
      : undefined,
  )
  const { user } = await openSendingPage(served, 5)
  await goToListed(user, 'Anexo.pdf')
  await user.type(cityBox(), 'Heredia')
  await goToListed(user, 'Contrato.pdf')
  await signAllListed(user)
  expect(screen.getByRole('alert')).toHaveTextContent(message)
  expect(lead()).toHaveTextContent('Faltan datos en: Anexo.pdf.')
  await goOn(user, 'Completar los datos')
  await user.click(button('Firmar los 3 documentos'))
  await settle()
  await user.click(button('Continuar'))
  expect(screen.getByRole('img', { name: 'Tu firma dibujada' })).toBeVisible()
})
