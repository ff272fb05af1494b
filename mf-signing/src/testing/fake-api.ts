import type { Invitation, SignatureField, UserFile } from 'shared/contract'
import type { Alternate } from 'shared/contract/alternates'
import type { FormField, ProposedFormField } from 'shared/contract/form-fields'
import type { Participant } from 'shared/contract/participants'
import { clearNotifications } from 'shared/state'
import { logIn } from 'shared/state/account'
import type { NetworkAnswer, SentCall } from 'shared/testing'
import { serveFetch } from 'shared/testing'
import { answerAlternates } from './fake-alternates.ts'
import { answerParticipants } from './fake-participants.ts'
import { signatureResult, storedFormField, storedInvitation } from './wire.ts'

const user = {
  id: 1,
  username: 'luis',
  first_name: 'Luis',
  last_name: 'Vargas',
  email: 'luis@example.com',
  phone: '+506 8888 8888',
  profile: { country: '', city: '', company: '' },
}
const tokens = {
  access_token: 'owner-token',
  refresh_token: 'refresh',
  token_type: 'Bearer',
  expires_in: 3600,
  scope: 'read write',
}

export interface FakeApi {
  fields?: SignatureField[]
  files?: UserFile[]
  invitations?: Invitation[]
  formFields?: FormField[]
  proposed?: ProposedFormField[]
  participants?: Participant[]
  alternates?: Alternate[]
  answer?: (call: SentCall) => NetworkAnswer | Promise<NetworkAnswer> | undefined
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const number = (value: unknown): number => (typeof value === 'number' ? value : 0)
const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const created = (body: Record<string, unknown>, id: number): SignatureField => ({
  id,
  field_id: text(body.field_id),
  field_type: body.field_type === 'PRIMARY' ? 'PRIMARY' : 'SECONDARY',
  signer_name: text(body.signer_name),
  signer_email: text(body.signer_email),
  x_relative: number(body.x_relative),
  y_relative: number(body.y_relative),
  width_relative: number(body.width_relative),
  height_relative: number(body.height_relative),
  page: number(body.page),
  label: text(body.label),
  is_signed: false,
  signed_at: null,
  user_file_id: number(body.user_file_id),
})

const queued = { state: 'queued', sent_at: null, reason: null } as const

const invite = (api: FakeApi, field_id: number, email: string): void => {
  const others = (api.invitations ?? []).filter((invitation) => invitation.field_id !== field_id)
  const id = 70 + others.length
  api.invitations = [...others, storedInvitation({ id, field_id, email, delivery: queued })]
}

const revoke = (api: FakeApi, id: number): void => {
  api.invitations = (api.invitations ?? []).map((invitation) =>
    invitation.id === id ? { ...invitation, state: 'revoked', delivery: null } : invitation,
  )
}

export const REMINDED_AT = '2026-02-03T18:00:00.000Z'

const remind = (api: FakeApi, id: number): void => {
  api.invitations = (api.invitations ?? []).map((invitation) =>
    invitation.id === id
      ? { ...invitation, reminders: { ...invitation.reminders, sent: 1, last_at: REMINDED_AT } }
      : invitation,
  )
}

const answerProposal = (api: FakeApi, id: number, accepted: boolean): void => {
  const invitation = api.invitations?.find((one) => one.id === id)
  if (!invitation?.proposal) return
  const { name, email } = invitation.proposal
  api.invitations = api.invitations?.map((one) => (one.id === id ? { ...one, proposal: null } : one))
  if (!accepted) return
  api.fields = api.fields?.map((field) =>
    field.id === invitation.field_id ? { ...field, signer_name: name, signer_email: email } : field,
  )
  invite(api, invitation.field_id, email)
}

const ok = (body: unknown): NetworkAnswer => ({ status: 200, body })

const answerInvitations = (api: FakeApi, { method, url, body }: SentCall): NetworkAnswer => {
  const id = Number(/invitations\/(\d+)/.exec(url)?.[1])
  if (method === 'GET') return ok(api.invitations ?? [])
  if (method === 'DELETE') revoke(api, id)
  if (url.includes('/remind/')) remind(api, id)
  if (url.includes('/proposal/')) answerProposal(api, id, record(body).accepted === true)
  return ok({ success: true, message: 'Enviado' })
}

const answerFields = (api: FakeApi, { method, body }: SentCall): NetworkAnswer => {
  const fields = api.fields ?? []
  if (method === 'DELETE') return ok({ success: true })
  if (method !== 'POST') return ok(fields)
  const field = created(record(body), 100 + fields.length)
  api.fields = [...fields, field]
  return ok(field)
}

const sendInvitation = (api: FakeApi, { body }: SentCall): NetworkAnswer => {
  invite(api, number(record(body).field_id), text(record(body).email))
  return ok({ success: true, message: 'Enviada', expires_at: '2026-03-01T00:00:00.000Z' })
}

const answerFormFields = (api: FakeApi, { method, url, body }: SentCall): NetworkAnswer => {
  const known = api.formFields ?? []
  const id = Number(/form-fields\/(\d+)/.exec(url)?.[1])
  if (method === 'DELETE') api.formFields = known.filter((field) => field.id !== id)
  if (method === 'DELETE') return ok({ success: true })
  if (method === 'GET') return ok(known)
  const field = { ...storedFormField(), ...known.find((one) => one.id === id), ...record(body) }
  if (method === 'POST') field.id = Math.max(500, ...known.map((one) => one.id)) + 1
  api.formFields = [...known.filter((one) => one.id !== field.id), field]
  return ok(field)
}

const sign = (_api: FakeApi, { url }: SentCall): NetworkAnswer =>
  ok(signatureResult({ field_id: Number(/digital-signatures\/(\d+)\//.exec(url)?.[1]) }))

/** The first match answers; fields answer the rest. */
const routes: readonly (readonly [RegExp, (api: FakeApi, call: SentCall) => NetworkAnswer])[] = [
  [/signing-agent/, () => ok({ kind: 'simulated' })],
  [/^\/api\/auth\/.*profile/, () => ok(user)],
  [/^\/api\/auth\//, () => ok({ ...tokens, user })],
  [/\/alternates\//, answerAlternates],
  [/\/participants\//, answerParticipants],
  [/\/form-fields\//, answerFormFields],
  [/\/form-field-proposals\//, ({ proposed = [] }) => ok(proposed)],
  [/digital_sign/, sign],
  [/send-invitation/, sendInvitation],
  [/\/invitations\//, answerInvitations],
  [/\/signing-mode\//, () => ok({ mode: 'electronic', fixed: null, unavailable: null })],
  [/\/signing-order\//, () => ok({ mode: 'parallel', steps: [], can_change: true })],
  [/send-pdf-email|\/cancel\/$/, () => ok({ success: true })],
  [/^\/home\/api\/files/, (api) => ok(api.files ?? [])],
]

const usual = (api: FakeApi, call: SentCall): NetworkAnswer => {
  const [, answer = answerFields] = routes.find(([pattern]) => pattern.test(call.url)) ?? []
  return answer(api, call)
}

export const serveApi = (api: FakeApi): SentCall[] => {
  clearNotifications()
  return serveFetch((call) => api.answer?.(call) ?? usual(api, call))
}

export const logInOwner = (): Promise<void> => logIn({ username: 'luis', password: 'secreto-1' })

export const refusal = (status: number, code: string, message: string): NetworkAnswer => ({
  status,
  body: { code, message },
})
