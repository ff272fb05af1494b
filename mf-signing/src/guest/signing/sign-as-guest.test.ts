/** @jest-environment jsdom */
import { errorMessages } from 'shared/contract/errors'
import { fieldFromServer } from '../../fields/field-lifecycle.ts'
import { refusal, serveApi } from '../../testing/fake-api.ts'
import { signatureResult, storedField } from '../../testing/wire.ts'
import type { GuestSession } from '../session/guest-session.ts'
import { checkMailedCode, type SessionHolder, signByPublicLink } from './sign-as-guest.ts'

const signer = {
  identification: { type: 'nacional', number: '01-0234-0567' },
  name: 'Eva Rojas',
  email: 'eva@example.com',
  code: '123456',
} as const
const guest: GuestSession = {
  documentId: 3,
  fileName: 'Contrato.pdf',
  entry: { kind: 'field-link', fieldId: 7, link: 'unknown' },
  field: fieldFromServer(storedField()),
  others: [],
}
const attempt = {
  guest,
  field: fieldFromServer(storedField()),
  signatureData: 'data:image/png;base64,AA==',
  idempotencyKey: 'one-attempt',
  signField: async () => signatureResult({ field_id: 7 }),
  shown: undefined,
}

/** The server takes each code once, as the real one does. */
const start = () => {
  const spent = new Set<unknown>()
  const calls = serveApi({
    answer: ({ url, body }) => {
      if (!url.includes('agent-sessions')) return undefined
      const { email_code } = body as { email_code?: string }
      if (spent.has(email_code)) return refusal(403, 'EMAIL_CODE_WRONG', errorMessages.EMAIL_CODE_WRONG)
      spent.add(email_code)
      return { status: 200, body: { signature_field: storedField(), access_token: 'session-token', expires_in: 900 } }
    },
  })
  const held: SessionHolder = { current: undefined }
  const codes = () => calls.map(({ body }) => (body as { email_code?: string }).email_code)
  return { held, codes }
}

test('a mailed code is spent once: checking it again and signing use the session that it opened', async () => {
  const { held, codes } = start()
  await checkMailedCode(guest, signer, held)
  await checkMailedCode(guest, { ...signer }, held)
  expect(codes()).toEqual(['123456'])
  await signByPublicLink(attempt, signer, held)
  expect(codes()).toEqual(['123456'])
})

test('a signer with another code, name or address gets another session', async () => {
  const { held, codes } = start()
  await checkMailedCode(guest, signer, held)
  await checkMailedCode(guest, { ...signer, code: '654321' }, held)
  await checkMailedCode(guest, { ...signer, code: '111111', name: 'Eva Rojas Mora' }, held)
  expect(codes()).toEqual(['123456', '654321', '111111'])
  expect(held.current?.signer.name).toBe('Eva Rojas Mora')
})
