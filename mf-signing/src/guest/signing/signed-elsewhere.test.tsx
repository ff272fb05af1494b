import { act, screen } from '@testing-library/react'
import { errorMessages } from 'shared/contract/errors'
import { endSession } from 'shared/state'
import { settle } from 'shared/testing'
import { refusal } from '../../testing/fake-api.ts'
import { invitationReply } from '../../testing/guest-sessions.ts'
import { begin, identify, signThrough, toIdentification } from '../../testing/guest-steps.ts'
import { button, callsTo, openGuestPage } from '../../testing/open-guest-page.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField } from '../../testing/wire.ts'

stubDom()

/** As in a browser: a channel does not receive what it posts itself. */
const channels = new Set<TestChannel>()
const posted: unknown[] = []
class TestChannel extends EventTarget {
  constructor() {
    super()
    channels.add(this)
  }

  postMessage(data: unknown): void {
    posted.push(data)
    for (const other of channels) if (other !== this) other.dispatchEvent(new MessageEvent('message', { data }))
  }
}
globalThis.BroadcastChannel = TestChannel as unknown as typeof BroadcastChannel
const otherTab = new TestChannel()

beforeEach(() => {
  jest.useFakeTimers()
  window.innerWidth = 1280
  localStorage.clear()
  posted.length = 0
})
afterEach(() => {
  act(() => endSession())
  jest.useRealTimers()
})

const signedReply = invitationReply({
  signature_field: storedField({ page: 2, is_signed: true, signed_at: '2026-03-02T18:00:00.000Z' }),
})

const openTwice = () => {
  const server = { signed: false }
  const answer = ({ url }: { url: string }) => {
    if (!server.signed) return undefined
    if (url.includes('validate-invitation')) return { status: 200, body: signedReply }
    return url.includes('digital_sign') ? refusal(409, 'FIELD_SIGNED', errorMessages.FIELD_SIGNED) : undefined
  }
  return { server, answer }
}

const expectSigned = () => {
  expect(screen.getByRole('heading', { name: 'Ya firmaste este documento' })).toBeVisible()
  expect(screen.getByText('Este documento ya está firmado: no hace falta firmarlo otra vez.')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Reintentar firma' })).toBeNull()
  expect(button('Descargar')).toBeEnabled()
}

const hear = async (fieldIds: unknown) => {
  act(() => otherTab.postMessage(fieldIds))
  await settle()
}

test('a tab that reads is told that another tab has signed', async () => {
  const { server, answer } = openTwice()
  const { engine } = openGuestPage({ answer, advanceTimers: settle })
  await settle(500)
  server.signed = true
  await hear([7])
  expectSigned()
  await settle(500)
  expect(engine.requests).toHaveLength(2)
})

test('one who draws while another of those who may sign was first reads who, and the steps end', async () => {
  const other = { ...signedReply, signature_field: { ...signedReply.signature_field, signer_name: 'Luis Rojas' } }
  let isSigned = false
  const { user } = await begin({
    answer: ({ url }) => {
      if (!isSigned) return undefined
      if (url.includes('validate-invitation')) return { status: 200, body: { ...other, signed_by_other: true } }
      return url.includes('digital_sign')
        ? refusal(409, 'FIELD_SIGNED', 'Ya firmó Luis Rojas. Tu firma ya no hace falta.')
        : undefined
    },
  })
  isSigned = true
  await signThrough(user)
  await settle()
  expect(screen.getByRole('heading', { name: 'Ya firmó Luis Rojas' })).toBeVisible()
  expect(screen.getByText(/Tu firma ya no hace falta\./)).toBeVisible()
  expect(screen.queryByText('Ya firmaste este documento')).toBeNull()
  expect(sessionStorage.getItem('trazo-drawing-7')).not.toBeNull()
  expect(button('Descargar')).toBeEnabled()
})

test('a tab in the signing steps leaves them, and sends no signature', async () => {
  const { server, answer } = openTwice()
  const { user, calls } = await begin({ answer })
  await toIdentification(user)
  await identify(user)
  server.signed = true
  await hear([7])
  expectSigned()
  await settle(30_000)
  expect(callsTo(calls, 'digital_sign')).toHaveLength(0)
})

test.each([[[8]], [[]], ['7'], [null]])('a note of other fields changes nothing: %j', async (fieldIds) => {
  await begin()
  await hear(fieldIds)
  expect(screen.getByRole('dialog', { name: 'Revisa dónde va tu firma' })).toBeVisible()
})

test('the server’s refusal ends the steps of a tab that was told nothing', async () => {
  const { server, answer } = openTwice()
  const { user, calls } = await begin({ answer })
  server.signed = true
  await signThrough(user)
  await settle()
  expectSigned()
  expect(callsTo(calls, 'digital_sign')).toHaveLength(1)
})

test('the link of a signed field shows the signed document after the refusal', async () => {
  const { server, answer } = openTwice()
  const { user } = await begin({ answer, path: '/sign/field/3/contrato/7' })
  server.signed = true
  await signThrough(user)
  await settle()
  expect(screen.getByText(errorMessages.FIELD_SIGNED)).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('signing tells other tabs which fields, and nothing else', async () => {
  const { user } = await begin({ reply: { other_fields: [storedField({ id: 8 })] } })
  await signThrough(user)
  expect(posted).toEqual([[7, 8]])
})
