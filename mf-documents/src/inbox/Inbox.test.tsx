import { screen, within } from '@testing-library/react'
import type { InboxEntry } from 'shared/http/deferred'
import { type NetworkAnswer, type SentCall, settle } from 'shared/testing'
import { renderDashboard } from '../testing/render-dashboard.tsx'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const entry = (over: Partial<InboxEntry> = {}): InboxEntry => ({
  invitation_id: 70,
  document_id: 3,
  original_filename: 'Alquiler.pdf',
  owner_name: 'Olga Vega',
  kind: 'firma',
  fields: 1,
  invited_at: '2026-01-31T18:00:00.000Z',
  expires_at: '2026-03-02T18:00:00.000Z',
  ...over,
})

const counts = (inbox: number) => ({ all: 0, owner: 0, others: 0, completed: 0, inbox })

const open = async (
  entries: readonly InboxEntry[],
  answer: (call: SentCall) => NetworkAnswer | undefined = () => undefined,
) => {
  const opened = await renderDashboard({
    files: [],
    answer: (call) => {
      const own = answer(call)
      if (own) return own
      if (call.url.endsWith('/inbox/')) return { status: 200, body: { entries } }
      if (call.url.includes('counts='))
        return { status: 200, body: { documents: [], next_cursor: null, counts: counts(entries.length) } }
      return undefined
    },
  })
  await settle()
  return opened
}

const inbox = () => screen.findByRole('region', { name: 'Para firmar' })

test('accounts that nobody asks send no call and see nothing', async () => {
  const { calls } = await open([])
  expect(screen.queryByRole('region', { name: 'Para firmar' })).toBeNull()
  expect(calls.filter(({ url }) => url.includes('/inbox/'))).toEqual([])
})

test('each entry says who asks for what and until when, and the rest unfolds', async () => {
  const { user } = await open([
    entry({ fields: 2 }),
    entry({ invitation_id: 71, original_filename: 'Acta.pdf', kind: 'visto_bueno', fields: 0, sign_by: '2026-02-28' }),
    entry({
      invitation_id: 72,
      original_filename: 'Plan.pdf',
      kind: 'lectura',
      fields: 0,
      for_email: 'ana@oficina.cr',
    }),
    entry({ invitation_id: 73, original_filename: 'Poder.pdf' }),
  ])
  const shown = within(await inbox())
  expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Alquiler.pdfOlga Vega te pide tu firma · 2 firmas · hasta el 2 mar 2026Abrir',
    'Acta.pdfOlga Vega te pide tu visto bueno · hasta el 28 de febrero de 2026Abrir',
    'Plan.pdfOlga Vega te pide que lo leas · hasta el 2 mar 2026 · para ana@oficina.crAbrir',
  ])
  await user.click(shown.getByRole('button', { name: 'Ver los 4' }))
  expect(shown.getAllByRole('listitem')).toHaveLength(4)
})

test('a sending is one entry, with the number of its signed documents', async () => {
  const { calls, user } = await open(
    [
      entry({ original_filename: 'Contrato.pdf', sending: { id: 9, documents: 3, signed: 2 } }),
      entry({
        invitation_id: 71,
        original_filename: 'Acta.pdf',
        fields: 2,
        sending: { id: 8, documents: 2, signed: 1 },
      }),
    ],
    ({ url }) => (url.includes('/open/') ? { status: 200, body: { path: '/sign/3/contrato?token=g2.x' } } : undefined),
  )
  const shown = within(await inbox())
  expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Contrato.pdf y 2 documentos másOlga Vega te pide tu firma · 2 de 3 firmados · hasta el 2 mar 2026Abrir',
    'Acta.pdf y 1 documento másOlga Vega te pide tu firma · 1 de 2 firmados · 2 firmas · hasta el 2 mar 2026Abrir',
  ])
  await user.click(shown.getByRole('button', { name: 'Abrir Contrato.pdf y 2 documentos más' }))
  await settle()
  expect(calls.some(({ url }) => url.endsWith('/home/api/inbox/70/open/'))).toBe(true)
})

test('an entry opens with the session, and a refusal is shown in its row', async () => {
  let gone = true
  const { user, calls } = await open([entry()], ({ url }) => {
    if (!url.includes('/open/')) return undefined
    return gone
      ? { status: 404, body: { code: 'NOT_FOUND', message: 'No encontramos lo que buscas.' } }
      : { status: 200, body: { path: '/sign/3/alquiler?token=g2.x&fieldId=7' } }
  })
  const button = within(await inbox()).getByRole('button', { name: 'Abrir Alquiler.pdf' })
  await user.click(button)
  await settle()
  expect(within(await inbox()).getByRole('alert')).toHaveTextContent('No encontramos lo que buscas.')
  gone = false
  await user.click(button)
  await settle()
  expect(calls.filter(({ url }) => url.endsWith('/home/api/inbox/70/open/'))).toHaveLength(2)
})

test('entries that do not load are asked for again', async () => {
  let broken = true
  const { user } = await open([entry()], ({ url }) =>
    broken && url.endsWith('/inbox/') ? { status: 500, body: { code: 'INTERNAL', message: 'Falló.' } } : undefined,
  )
  const retry = within(await inbox()).getByRole('button', { name: 'Reintentar' })
  expect(screen.getByText('No se pudo cargar lo que espera tu firma.')).toBeVisible()
  broken = false
  await user.click(retry)
  await settle()
  expect(within(await inbox()).getByText('Alquiler.pdf')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
})
