import { act, screen } from '@testing-library/react'
import { endSession } from 'shared/state'
import { settle } from 'shared/testing'
import { refusal } from '../../testing/fake-api.ts'
import { button, callsTo, openGuestPage } from '../../testing/open-guest-page.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField } from '../../testing/wire.ts'

stubDom()
beforeEach(() => {
  jest.useFakeTimers()
  window.innerWidth = 1280
})
afterEach(() => {
  act(() => endSession())
  jest.useRealTimers()
})

const ASKED = 'Este documento pide firma digital certificada'

const open = async (options: Parameters<typeof openGuestPage>[0]) => {
  const page = openGuestPage({ ...options, advanceTimers: settle })
  await settle(500)
  return page
}

test.each([
  ['an invitation', { reply: { signing_mode: 'certified' as const } }],
  [
    'a public link',
    {
      path: '/sign/3/contrato',
      answer: ({ url }: { url: string }) =>
        url.includes('public_link')
          ? { status: 200, body: { mode: 'sign', email_code: false, signing_mode: 'certified' } }
          : undefined,
    },
  ],
])('%s to a certified document shows that a certified digital signature is required', async (_name, options) => {
  await open(options)
  expect(screen.getByText(ASKED)).toBeVisible()
  expect(screen.getByText(/tu certificado de firma digital de Costa Rica/)).toBeVisible()
})

test('other documents show no notice about a certified signature', async () => {
  await open({})
  expect(screen.getByText('Cómo firmar')).toBeVisible()
  expect(screen.queryByText(ASKED)).toBeNull()
})

test('the signer requests the report with the guest token and sees that it is not ready', async () => {
  const signature_field = storedField({ is_signed: true, signed_at: '2026-02-01T18:00:00.000Z' })
  const { calls, user } = await open({
    reply: { signing_mode: 'certified', signature_field },
    answer: ({ url }) =>
      url.includes('completion_certificate')
        ? refusal(409, 'EVIDENCE_NOT_READY', 'La evidencia estará lista después.')
        : undefined,
  })
  await user.click(button('Informe de auditoría'))
  await settle(500)
  expect(callsTo(calls, 'completion_certificate')[0]).toMatchObject({ token: 'guest-token' })
  expect(screen.getByText('La evidencia estará lista después.')).toBeVisible()
})
