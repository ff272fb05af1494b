import { act, screen, within } from '@testing-library/react'
import type { FileEvent, UserFile } from 'shared/contract'
import { endSession } from 'shared/state'
import { settle } from 'shared/testing'
import { documentWith } from '../testing/documents.ts'
import type { EventWire } from '../testing/event-wire.ts'
import { EVENTS_PATH, type FakeApi, isList } from '../testing/fake-files-api.ts'
import { renderDashboard } from '../testing/render-dashboard.tsx'
import { POLL_MS } from './constants.ts'

const signers = [{ field_id: 1, name: 'Ana Mora', invited_at: null, signed_at: null }]
const waiting = documentWith({ id: 11, status: 'PROCESSING', fields_total: 1, signers })
const signed: UserFile = {
  ...waiting,
  status: 'COMPLETED',
  is_signed: true,
  fields_signed: 1,
  signers: signers.map((signer) => ({ ...signer, signed_at: '2026-02-03T18:00:00.000Z' })),
}
const other = documentWith({ id: 12, original_filename: 'acta.pdf' })

const card = (name: string) => {
  const item = screen.getByRole('button', { name }).closest('li')
  if (!item) throw new Error(`${name} is on no card`)
  return within(item)
}
const shown = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const said = () => screen.getByRole('status').textContent

/** `receiveEvent` changes the server's data and sends an event. */
const follow = async (files: readonly UserFile[], path?: string, changes: Partial<FakeApi> = {}) => {
  const streams: EventWire[] = []
  const api: FakeApi = { files, streams, ...changes }
  const page = await renderDashboard(api, path)
  const receiveEvent = async (kind: FileEvent['kind'], document_id: number, stored: readonly UserFile[]) => {
    api.files = stored
    streams.at(-1)?.send({ kind, document_id })
    await settle()
  }
  return { ...page, api, streams, receiveEvent }
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('a live signature updates its card and is announced, and the focus does not move', async () => {
  const { receiveEvent, calls } = await follow([waiting, other])
  act(() => screen.getByRole('button', { name: 'acta.pdf' }).focus())
  const listed = calls.filter(isList).length
  expect(document.querySelector('.changed')).toBeNull()
  await receiveEvent('changed', 11, [signed, other])
  expect(document.querySelectorAll('.changed')).toHaveLength(1)
  expect(card('contrato.pdf').getByText('✓ Firmado')).toBeVisible()
  expect(card('contrato.pdf').getByText('Completado')).toBeVisible()
  expect(card('contrato.pdf').getByTitle(/Ana Mora: firmó el 3 de febrero/)).toBeVisible()
  expect(said()).toBe('contrato.pdf: firmó Ana Mora; ya tiene todas las firmas')
  expect(screen.getByRole('button', { name: 'acta.pdf' })).toHaveFocus()
  expect(calls.filter(isList)).toHaveLength(listed)
})

test('the event stream sends the bearer token in a header, and no address contains the token', async () => {
  const { calls } = await follow([waiting])
  expect(calls.find(({ url }) => url === EVENTS_PATH)?.token).toBe('access')
  expect(calls.every(({ url }) => !url.includes('access'))).toBe(true)
})

test('a document that was uploaded elsewhere appears first in the list', async () => {
  const { receiveEvent } = await follow([waiting])
  const newer = documentWith({ id: 13, original_filename: 'nuevo.pdf', uploaded_at: '2026-02-01T00:00:00.000Z' })
  await receiveEvent('created', 13, [waiting, newer])
  expect(shown()).toEqual(['nuevo.pdf', 'contrato.pdf'])
})

test('a document uploaded elsewhere causes no request when the filter hides it', async () => {
  const { receiveEvent, calls } = await follow([waiting], '/dashboard?estado=procesando')
  const asked = calls.length
  await receiveEvent('created', 13, [waiting, documentWith({ id: 13 })])
  expect(calls).toHaveLength(asked)
})

test('a document deleted elsewhere disappears, and the next card gets the focus', async () => {
  const { receiveEvent } = await follow([waiting, other])
  act(() => screen.getByRole('button', { name: 'contrato.pdf' }).focus())
  await receiveEvent('deleted', 11, [other])
  expect(shown()).toEqual(['acta.pdf'])
  expect(screen.getByRole('button', { name: 'acta.pdf' })).toHaveFocus()
})

test('a changed document that no longer exists on the server disappears from the list', async () => {
  const { receiveEvent } = await follow([waiting, other])
  await receiveEvent('changed', 11, [other])
  expect(shown()).toEqual(['acta.pdf'])
})

test('section 5: the signed list shows a document only after everyone has signed', async () => {
  const { receiveEvent } = await follow([waiting], '/dashboard?tab=firmados')
  expect(shown()).toEqual(['Aún no tienes documentos firmados'])
  await receiveEvent('changed', 11, [{ ...waiting, description: 'casi' }])
  expect(shown()).toEqual(['Aún no tienes documentos firmados'])
  await receiveEvent('changed', 11, [signed])
  expect(shown()).toEqual(['contrato.pdf'])
})

test('the later of two changes stays, whatever the order of the answers', async () => {
  const answers: ((file: UserFile) => void)[] = []
  const { receiveEvent } = await follow([waiting], undefined, {
    answer: ({ url }) =>
      url.endsWith('/files/11/')
        ? new Promise((resolve) => answers.push((body) => resolve({ status: 200, body })))
        : undefined,
  })
  await receiveEvent('changed', 11, [waiting])
  await receiveEvent('changed', 11, [signed])
  answers[1]?.(signed)
  await settle()
  answers[0]?.(waiting)
  await settle()
  expect(card('contrato.pdf').getByText('Completado')).toBeVisible()
})

test('while the stream is unavailable, the page polls the list every 15 s and announces changes', async () => {
  const { api, calls } = await follow([waiting, other], undefined, {
    answer: ({ url }) => (url === EVENTS_PATH ? { status: 503, body: {} } : undefined),
  })
  const before = calls.filter(isList).length
  api.files = [signed, other]
  await settle(POLL_MS - 1)
  expect(calls.filter(isList)).toHaveLength(before)
  await settle(1)
  expect(calls.filter(isList)).toHaveLength(before + 1)
  expect(card('contrato.pdf').getByText('Completado')).toBeVisible()
  expect(said()).toBe('contrato.pdf: firmó Ana Mora; ya tiene todas las firmas')
})

test('changes during a lost connection appear after the reconnect', async () => {
  const { api, streams } = await follow([waiting])
  streams.at(-1)?.breakOff()
  await settle()
  api.files = [signed]
  await settle(2000)
  expect(streams).toHaveLength(2)
  expect(card('contrato.pdf').getByText('Completado')).toBeVisible()
})

test('a failed refresh keeps the cards and shows an error, and a retry clears the error', async () => {
  let failing = false
  const { user } = await follow([waiting], undefined, {
    answer: (call) => {
      if (call.url === EVENTS_PATH) return { status: 503, body: {} }
      return failing && isList(call) ? new Error('offline') : undefined
    },
  })
  failing = true
  await settle(POLL_MS)
  expect(screen.getByRole('alert')).toHaveTextContent('No se pudieron cargar tus documentos')
  expect(shown()).toEqual(['contrato.pdf'])
  failing = false
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  await settle()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the end of the session aborts the stream and stops all requests', async () => {
  const { calls } = await follow([waiting])
  const stream = calls.find(({ url }) => url === EVENTS_PATH)
  act(() => endSession())
  expect(stream?.signal?.aborted).toBe(true)
  const made = calls.length
  await settle(10 * POLL_MS)
  expect(calls).toHaveLength(made)
})
