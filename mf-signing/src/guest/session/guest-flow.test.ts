import { errorMessages } from 'shared/contract/errors'
import { invitationReply } from '../../testing/guest-sessions.ts'
import { signatureResult, storedField } from '../../testing/wire.ts'
import { parseGuestAddress } from './guest-address.ts'
import type { GuestFlowAction, GuestState } from './guest-flow.ts'
import { guestReducer, guestStart } from './guest-flow.ts'
import { contactOf } from './guest-rules.ts'
import { closingOf, type InvitationReply, isReadOnly } from './guest-session.ts'
import { temporaryGuestField } from './temporary-guest-field.ts'

const address = { kind: 'valid', documentId: 3, documentName: 'contrato', token: 'abc', fieldId: 7 } as const
const reply: InvitationReply = invitationReply()
const result = signatureResult()
const temporary = temporaryGuestField({ width: 600, height: 800 }, () => 1700000000000)
const after = (state: GuestState, ...actions: GuestFlowAction[]) => actions.reduce(guestReducer, state)

const validating = guestStart(address)
const reading = after(validating, { type: 'validated', reply })
const signing = after(reading, { type: 'sign-requested' })
const dialog = after(reading, { type: 'field-opened' })
const thanks = after(signing, { type: 'signed', result })
const fieldLink = guestStart({ ...address, token: undefined })
const publicLink = guestStart({ ...address, token: undefined, fieldId: undefined })

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
])('parseGuestAddress parses the address: %s', (_name, [params, query], expected) => {
  expect(parseGuestAddress(params, query)).toEqual(expected)
})

test('guestStart derives the entry point from the address', () => {
  expect(guestStart({ kind: 'invalid' })).toEqual({ step: 'invalid-url' })
  expect(validating).toMatchObject({ step: 'validating', token: 'abc' })
  expect(fieldLink).toMatchObject({ step: 'reading', fieldAwaited: true, guest: { entry: { kind: 'field-link' } } })
  expect(publicLink).toMatchObject({ step: 'reading', fieldAwaited: false, guest: { entry: { kind: 'public-link' } } })
})

test('a valid invitation opens the document for reading and keeps the guest in memory', () => {
  expect(reading).toMatchObject({
    step: 'reading',
    fieldAwaited: false,
    guest: {
      documentId: 3,
      fileName: 'Contrato.pdf',
      field: { id: 7, status: 'saved' },
      entry: {
        kind: 'invitation',
        ownerName: 'Luis Vargas',
        agent: 'simulated',
        user: { email: 'ana@example.com', first_name: 'Ana Mora', access_token: 'guest-token' },
      },
    },
  })
})

test.each<[string, Partial<InvitationReply>, string]>([
  ['an invitation to another document', { document: { ...reply.document, id: 4 } }, 'FIELD_OF_OTHER_DOCUMENT'],
  ['an invitation to another field', { signature_field: storedField({ id: 8 }) }, 'FIELD_OF_OTHER_DOCUMENT'],
])('the flow refuses %s', (_name, over, code) => {
  const message = errorMessages[code as 'FIELD_OF_OTHER_DOCUMENT']
  expect(guestReducer(validating, { type: 'validated', reply: invitationReply(over) })).toMatchObject({
    step: 'refused',
    message,
  })
})

test('the link of a guest who has signed opens the document, but does not sign again', () => {
  const signed = invitationReply({
    signature_field: storedField({ is_signed: true, signed_at: '2026-01-31T18:00:00Z' }),
  })
  const state = guestReducer(validating, { type: 'validated', reply: signed })
  expect(state).toMatchObject({ step: 'reading', guest: { field: { id: 7, status: 'signed' } } })
  expect(after(state, { type: 'sign-requested' })).toBe(state)
})

test('an expired link keeps its document name and owner', () => {
  const lapsed = { token: 'abc', filename: 'Contrato.pdf', ownerName: 'Luis Vargas' }
  const action = { type: 'refused', code: 'INVITATION_EXPIRED', message: 'Venció.', lapsed } as const
  expect(guestReducer(validating, action)).toMatchObject({ step: 'refused', lapsed })
})

describe('a public link', () => {
  const rules = (mode: 'read' | 'sign', email_code = false) =>
    after(fieldLink, { type: 'field-loaded', field: storedField() }, { type: 'link-read', link: { mode, email_code } })

  test('a link for reading does not allow signing', () => {
    const state = rules('read')
    expect('guest' in state && isReadOnly(state.guest)).toBe(true)
    expect(after(state, { type: 'sign-requested' }).step).toBe('reading')
  })

  test.each([
    ['bare', 'signed', 'signed'],
    ['bare', 'ordered', 'ordered'],
    ['field', 'signed', undefined],
  ] as const)(
    'a %s link to a closed document (%s) allows no new signature unless it is a field link: %s',
    (kind, closed, closing) => {
      const opened = kind === 'bare' ? publicLink : after(fieldLink, { type: 'field-loaded', field: storedField() })
      const state = after(opened, { type: 'link-read', link: { mode: 'sign', email_code: false, closed } })
      expect('guest' in state && closingOf(state.guest)).toBe(closing)
      expect(after(state, { type: 'sign-requested', field: temporary }).step).toBe(closing ? 'reading' : 'signing')
    },
  )

  test('a link for signing allows signing and states whether a mailed code is required', () => {
    expect(after(rules('sign'), { type: 'sign-requested' }).step).toBe('signing')
    const [plain, coded] = [rules('sign'), rules('sign', true)]
    expect('guest' in plain && contactOf(plain.guest)).toBe('stated')
    expect('guest' in coded && contactOf(coded.guest)).toBe('confirmed')
  })
})

test('a refusal keeps the code and message of the server', () => {
  const refusal = { code: 'INVITATION_USED', message: 'Lo que dijo el servidor.' } as const
  expect(guestReducer(validating, { type: 'refused', ...refusal })).toEqual({ step: 'refused', ...refusal })
})

test('a document that the server no longer has ends reading, but not a completed signing', () => {
  expect(after(publicLink, { type: 'gone' })).toMatchObject({ step: 'refused', code: 'NOT_FOUND' })
  expect(after(thanks, { type: 'gone' })).toBe(thanks)
})

test('an invitation to another document has the address of that document', () => {
  const other = invitationReply({ document: { ...reply.document, id: 4 } })
  expect(guestReducer(validating, { type: 'validated', reply: other })).toMatchObject({
    home: '/sign/4/contrato?token=abc&fieldId=7',
  })
})

test('without network the flow is unreachable, and a retry validates again', () => {
  const unreachable = after(validating, {
    type: 'not-reached',
    message: 'Error de conexión. Verifica tu internet',
    isDown: false,
  })
  expect(unreachable).toMatchObject({ step: 'unreachable' })
  expect(after(unreachable, { type: 'retried' })).toEqual(validating)
})

describe('a field link', () => {
  const load = (field: ReturnType<typeof storedField> | undefined) => after(fieldLink, { type: 'field-loaded', field })

  test('the flow shows the field after the field is loaded', () => {
    expect(load(storedField())).toMatchObject({ step: 'reading', fieldAwaited: false, guest: { field: { id: 7 } } })
  })

  test('without its field the document is readable, but cannot be signed', () => {
    const state = load(undefined)
    expect(state).toMatchObject({ step: 'reading', fieldAwaited: false, guest: { field: undefined } })
    expect(after(state, { type: 'sign-requested' })).toEqual(state)
  })

  test('the flow refuses a field of another document, and a signed field cannot be signed again', () => {
    expect(load(storedField({ user_file_id: 4 }))).toMatchObject({
      step: 'refused',
      code: 'FIELD_OF_OTHER_DOCUMENT',
    })
    const state = load(storedField({ is_signed: true }))
    expect(after(state, { type: 'sign-requested' }, { type: 'field-opened' })).toEqual(state)
  })
})

test("section 3: the temporary field of a bare link is 250 × 80 at 200,300 of page 1, for 'Invitado'", () => {
  expect(temporary).toEqual({
    status: 'temporary',
    id: '1700000000000_invitado',
    fieldId: 'field_1700000000000_invitado',
    type: 'signature',
    label: 'Firma del Invitado',
    signerName: 'Invitado',
    signerEmail: '',
    page: 1,
    rect: { x: 200 / 600, y: 300 / 800, width: 250 / 600, height: 80 / 800 },
  })
  // On a smaller page it is clamped.
  const { rect } = temporaryGuestField({ width: 300, height: 350 }, () => 0)
  expect(rect.x * 300 + rect.width * 300).toBeLessThanOrEqual(300.001)
  expect(rect.y * 350 + rect.height * 350).toBeLessThanOrEqual(350.001)
})

test('the temporary field appears when the person begins to sign and stays after cancelling', () => {
  const state = after(publicLink, { type: 'sign-requested', field: temporary })
  expect(state).toMatchObject({ step: 'signing', from: 'review', guest: { field: temporary } })
  expect(after(state, { type: 'sign-cancelled' })).toMatchObject({ step: 'reading', guest: { field: temporary } })
})

test('section 4: the flow goes from reading to signing, to thanks, and leaves after 10 seconds', () => {
  expect(signing).toMatchObject({ step: 'signing', from: 'review' })
  expect(after(signing, { type: 'sign-cancelled' })).toEqual(reading)
  expect(thanks).toMatchObject({ step: 'thanks', secondsLeft: 10, guest: { field: { status: 'signed' } } })
  const ticks = (count: number): GuestFlowAction[] => Array.from({ length: count }, () => ({ type: 'ticked' }))
  expect(after(thanks, ...ticks(9))).toMatchObject({ step: 'thanks', secondsLeft: 1 })
  expect(after(thanks, ...ticks(10))).toMatchObject({ step: 'leaving', result })
})

test('a guest who chooses to stay is not redirected', () => {
  const notification = { type: 'success', message: 'PDF enviado a ana@example.com' } as const
  expect(after(thanks, { type: 'mailed', notification })).toMatchObject({ step: 'thanks', mailed: notification })
  const stayed = after(thanks, { type: 'stayed' })
  expect(stayed).toMatchObject({ step: 'done', result })
  expect(after(stayed, { type: 'ticked' })).toEqual(stayed)
  expect(after(stayed, { type: 'mailed', notification })).toEqual({ ...stayed, mailed: notification })
})

test('after signing by a public link, the field is the one that the server returned', () => {
  const field = storedField({ id: 99, signer_name: 'Invitado' })
  const state = after(publicLink, { type: 'sign-requested', field: temporary }, { type: 'signed', result, field })
  expect(state).toMatchObject({ step: 'thanks', guest: { field: { id: 99, status: 'signed' } } })
})

describe('a double click on the field', () => {
  test('a double click opens the dialog for an invited guest, even after the review has begun', () => {
    expect(dialog).toMatchObject({ step: 'dialog' })
    expect(after(signing, { type: 'field-opened' })).toMatchObject({ step: 'dialog' })
    expect(after(dialog, { type: 'signed', result }, { type: 'finished' })).toMatchObject({ step: 'done' })
    expect(after(dialog, { type: 'sign-cancelled' })).toEqual(reading)
  })

  test('a double click begins with the drawing if the guest has to identify first', () => {
    const state = after(fieldLink, { type: 'field-loaded', field: storedField() }, { type: 'field-opened' })
    expect(state).toMatchObject({ step: 'signing', from: 'drawing' })
    const withCard = guestReducer(validating, { type: 'validated', reply: invitationReply({ agent: 'firmador' }) })
    expect(after(withCard, { type: 'field-opened' })).toMatchObject({ step: 'signing', from: 'drawing' })
  })
})

test('declining ends the flow; other answers keep the invitation valid', () => {
  expect(after(reading, { type: 'declined' })).toEqual({ step: 'declined', ownerName: 'Luis Vargas' })
  const proposal = { name: 'Eva Ríos', email: 'eva@example.com' }
  const answered = after(
    reading,
    { type: 'answered', answer: { proposal } },
    { type: 'answered', answer: { remindersSilenced: true } },
  )
  expect(answered).toMatchObject({ step: 'reading', guest: { entry: { proposal, remindersSilenced: true } } })
})

test('a renewed token replaces only the old token', () => {
  const renewed = after(signing, { type: 'renewed', accessToken: 'second' })
  expect(renewed).toMatchObject({ step: 'signing', guest: { entry: { user: { access_token: 'second' } } } })
  expect(after(publicLink, { type: 'renewed', accessToken: 'second' })).toEqual(publicLink)
})

test.each<[string, GuestState, GuestFlowAction]>([
  ['declining while signing', signing, { type: 'declined' }],
  ['declining without an invitation', publicLink, { type: 'declined' }],
  ['a late validation', reading, { type: 'validated', reply }],
  ['a late refusal', signing, { type: 'refused', code: 'INVITATION_USED', message: '' }],
  ['a late field', reading, { type: 'field-loaded', field: storedField() }],
  ['signing twice', thanks, { type: 'sign-requested' }],
  ['opening what is signed', thanks, { type: 'field-opened' }],
  ['signing a bare link without its field', publicLink, { type: 'sign-requested' }],
  ['an unrequested result', reading, { type: 'signed', result }],
  ['cancelling what is signed', thanks, { type: 'sign-cancelled' }],
  [
    'a double click that the drawing has overtaken',
    { ...signing, from: 'drawing' } as GuestState,
    { type: 'field-opened' },
  ],
])('the action has no effect on the state: %s', (_name, state, action) => {
  expect(guestReducer(state, action)).toEqual(state)
})

describe('before the guest’s turn', () => {
  const early = after(validating, { type: 'validated', reply: { ...reply, turn: 'later' } })

  test('the guest reads the document, but cannot begin to sign', () => {
    expect(early).toMatchObject({ step: 'reading', guest: { entry: { turn: 'later' } } })
    expect(after(early, { type: 'sign-requested' })).toBe(early)
    expect(after(early, { type: 'field-opened' })).toBe(early)
  })
})

describe('several fields of a guest', () => {
  const others = [storedField({ id: 8, page: 2 })]

  test('the guest signs all fields in one act and sees all of them signed', () => {
    const several = after(validating, { type: 'validated', reply: { ...reply, other_fields: others } })
    expect(several).toMatchObject({ guest: { field: { id: 7 }, others: [{ id: 8, status: 'saved', page: 2 }] } })
    const done = after(several, { type: 'sign-requested' }, { type: 'signed', result })
    expect(done).toMatchObject({ guest: { field: { status: 'signed' }, others: [{ id: 8, status: 'signed' }] } })
  })

  test('with a card the guest signs a single field, because each field has its own link', () => {
    const card = { ...reply, agent: 'firmador' as const, other_fields: others }
    expect(after(validating, { type: 'validated', reply: card })).toMatchObject({ guest: { others: [] } })
  })
})
