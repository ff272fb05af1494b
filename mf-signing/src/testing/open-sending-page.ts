import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { GuestSendingDocument } from 'shared/http/deferred'
import { type NetworkAnswer, type SentCall, settle } from 'shared/testing'
import type { InvitationReply } from '../guest/session/guest-session.ts'
import { drawStroke } from './draw-stroke.ts'
import { refusal } from './fake-api.ts'
import { invitationReply } from './guest-sessions.ts'
import { identify } from './guest-steps.ts'
import { button, openGuestPage } from './open-guest-page.tsx'
import { signatureResult, storedField } from './wire.ts'

export const sentNames: Readonly<Record<number, string>> = { 3: 'Contrato.pdf', 4: 'Anexo.pdf', 5: 'Reglamento.pdf' }
export const sendingLink = (id: number): string => `/sign/${id}/x?token=t${id}&fieldId=${id + 10}`

export interface ServedSending {
  documents: GuestSendingDocument[]
  email?: string
  gone?: number
  agent?: InvitationReply['agent']
  answer?: (call: SentCall) => NetworkAnswer | Promise<NetworkAnswer> | undefined
}

export const guestDocumentOf = (id: number, over: Partial<GuestSendingDocument> = {}): GuestSendingDocument => ({
  id,
  original_filename: sentNames[id] ?? '',
  state: 'open',
  path: sendingLink(id),
  is_seen: false,
  fields: 1,
  has_form: false,
  is_joint: true,
  ...over,
})
export const threeGuestDocuments = () => [guestDocumentOf(3), guestDocumentOf(4), guestDocumentOf(5)]

const replyOf = ({ documents, email = 'ana@example.com', agent = 'simulated' }: ServedSending, id: number) => {
  const one = documents.find((document) => document.id === id)
  return invitationReply({
    document: { id, original_filename: sentNames[id] ?? '', download_url: `/home/api/files/${id}/public_download` },
    agent,
    signer_email: email,
    access_token: `access-${id}`,
    signature_field: storedField({
      id: id + 10,
      user_file_id: id,
      signer_email: email,
      has_form: one?.has_form ?? false,
      is_signed: one?.state === 'signed',
      signed_at: one?.state === 'signed' ? '2026-01-31T18:05:00.000Z' : null,
    }),
    turn: one?.state === 'later' ? 'later' : 'now',
    sending: { id: 8, documents },
  })
}

export const signaturesAsked = (body: unknown) => {
  const { documents } = body as { documents: { id: number }[] }
  return documents.map(({ id }) =>
    signatureResult({
      field_id: id + 10,
      document: { id, is_signed: false, download_url: `/home/api/files/${id}/public_download` },
    }),
  )
}

const serve =
  (served: ServedSending) =>
  (call: SentCall): NetworkAnswer | Promise<NetworkAnswer> | undefined => {
    const own = served.answer?.(call)
    if (own) return own
    const token = /validate-invitation.*token=t(\d+)/.exec(call.url)?.[1]
    if (token !== undefined && Number(token) === served.gone)
      return refusal(410, 'DOCUMENT_CANCELLED', 'Este documento se canceló.')
    if (token !== undefined) return { status: 200, body: replyOf(served, Number(token)) }
    if (call.url.includes('/sign-sending/'))
      return { status: 200, body: { success: true, signatures: signaturesAsked(call.body) } }
    return undefined
  }

export const openSendingPage = async (served: ServedSending, id = 3) => {
  const page = openGuestPage({ path: sendingLink(id), answer: serve(served), advanceTimers: settle })
  await settle(500)
  return page
}

export const goToListed = async (user: UserEvent, name: string) => {
  await user.click(screen.getByText(/ firmados$/))
  await user.click(within(screen.getByRole('navigation', { name: 'Documentos de este envío' })).getByText(name))
  await settle(500)
}

export const readAllListed = async (user: UserEvent) => {
  for (const _ of [1, 2]) {
    await user.click(screen.getByRole('link', { name: 'Siguiente documento' }))
    await settle(500)
  }
}

export const signAllListed = async (user: UserEvent, count = 3) => {
  await user.click(button(`Firmar los ${count} documentos`))
  await settle()
  await user.click(button('Continuar'))
  if (!screen.queryByRole('img', { name: 'Tu firma dibujada' })) drawStroke()
  await user.click(button('Continuar'))
  await identify(user)
  await settle(1200 + 5000 + 2000)
}
