import { errorMessages } from 'shared/contract'
import { signatureResult, storedField } from '../testing/wire.ts'
import { parseGuestAddress } from './guest-address.ts'
import type { GuestAction, GuestState, InvitationReply } from './guest-flow.ts'
import { guestReducer, guestStart } from './guest-flow.ts'

const address = { kind: 'valid', documentId: 3, documentName: 'contrato', token: 'abc', fieldId: 7 } as const
const reply: InvitationReply = {
  signature_field: storedField(),
  signer_email: 'ana@example.com',
  owner_name: 'Luis Vargas',
  document: { id: 3, original_filename: 'Contrato.pdf', download_url: '/home/api/files/3/public_download' },
  access_token: 'guest-token',
  expires_in: 900,
  expires_at: '2026-03-02T18:00:00.000Z',
  agent: 'simulated',
  reminders_silenced: false,
  proposal: null,
}
const result = signatureResult()
const after = (state: GuestState, ...actions: GuestAction[]) => actions.reduce(guestReducer, state)
const validating = guestStart(address)
const review = after(validating, { type: 'validated', reply })
const signing = after(review, { type: 'sign-requested' })
const signedState = after(signing, { type: 'signed', result })

const search = (text = '') => new URLSearchParams(text)
test.each<[string, Parameters<typeof parseGuestAddress>, object]>([
  ['/document', [{}, search()], { kind: 'invalid' }],
  ['a document without a name', [{ documentId: '3' }, search()], { kind: 'invalid' }],
  ['an id that is no number', [{ documentId: 'x', documentName: 'contrato' }, search()], { kind: 'invalid' }],
  [
    'a field that is no number',
    [{ documentId: '3', documentName: 'contrato' }, search('fieldId=x')],
    { kind: 'invalid' },
  ],
  [
    'token and fieldId in the query',
    [{ documentId: '3', documentName: 'contrato' }, search('token=abc&fieldId=7')],
    address,
  ],
  [
    'the field in the path',
    [{ documentId: '3', documentName: 'contrato', fieldId: '7' }, search('token=abc')],
    address,
  ],
])('address: %s', (_name, [params, query], expected) => {
  expect(parseGuestAddress(params, query)).toEqual(expected)
})

test('where an address leads', () => {
  expect(guestStart({ kind: 'invalid' })).toEqual({ step: 'invalid-url' })
  expect(guestStart({ ...address, token: undefined })).toMatchObject({ step: 'reading' })
  expect(validating).toMatchObject({ step: 'validating', token: 'abc' })
})

test('a valid invitation opens the review, with the guest in memory', () => {
  expect(review).toMatchObject({
    step: 'review',
    invitation: {
      documentId: 3,
      fileName: 'Contrato.pdf',
      ownerName: 'Luis Vargas',
      field: { id: 7, status: 'saved' },
      user: { email: 'ana@example.com', first_name: 'Ana Mora', access_token: 'guest-token' },
    },
  })
})

test.each<[string, InvitationReply, string]>([
  [
    'an invitation to another document',
    { ...reply, document: { ...reply.document, id: 4 } },
    errorMessages.FIELD_OF_OTHER_DOCUMENT,
  ],
  [
    'an invitation to another field',
    { ...reply, signature_field: storedField({ id: 8 }) },
    errorMessages.FIELD_OF_OTHER_DOCUMENT,
  ],
  [
    'a field that is signed',
    { ...reply, signature_field: storedField({ is_signed: true }) },
    errorMessages.FIELD_SIGNED,
  ],
])('%s is refused', (_name, answer, message) => {
  expect(guestReducer(validating, { type: 'validated', reply: answer })).toMatchObject({ step: 'refused', message })
})

test.each([
  ['INVITATION_INVALID', 'La invitación no es válida'],
  ['INVITATION_EXPIRED', 'La invitación venció'],
  ['INVITATION_USED', 'Ya firmaste este documento'],
  [undefined, 'No pudimos abrir la invitación'],
] as const)('the server refuses with %s', (code, title) => {
  const state = guestReducer(validating, { type: 'refused', code, message: 'Lo que dijo el servidor.' })
  expect(state).toEqual({ step: 'refused', title, message: 'Lo que dijo el servidor.' })
})

test('without a network it can be tried again', () => {
  const unreachable = after(validating, { type: 'not-reached', message: 'Error de conexión. Verifica tu internet' })
  expect(unreachable).toMatchObject({ step: 'unreachable' })
  expect(after(unreachable, { type: 'retried' })).toEqual(validating)
})

test('review → signing → signed → thanks, and back from signing when cancelled', () => {
  expect(after(signing, { type: 'sign-cancelled' })).toEqual(review)
  expect(signedState).toMatchObject({ step: 'signed', invitation: { field: { status: 'signed' } }, result })
  expect(after(signedState, { type: 'finished' })).toMatchObject({ step: 'thanks', result })
})

test('a renewed token replaces the old one and nothing else', () => {
  const renewed = after(signing, { type: 'renewed', accessToken: 'second' })
  expect(renewed).toMatchObject({ step: 'signing', invitation: { user: { access_token: 'second' } } })
})

test.each<[string, GuestState, GuestAction]>([
  ['a late validation', review, { type: 'validated', reply }],
  ['a late refusal', signing, { type: 'refused', code: 'INVITATION_USED', message: '' }],
  ['signing twice', signedState, { type: 'sign-requested' }],
  ['signing without an invitation', guestStart({ ...address, token: undefined }), { type: 'sign-requested' }],
  ['a result nobody asked for', review, { type: 'signed', result }],
  ['cancelling what is signed', signedState, { type: 'sign-cancelled' }],
])('%s changes nothing', (_name, state, action) => {
  expect(guestReducer(state, action)).toEqual(state)
})
