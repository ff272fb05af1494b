import type { Invitation, SignatureField } from 'shared/contract'
import type { Participant } from 'shared/contract/participants'
import type { TemporaryField } from '../fields/field-lifecycle.ts'
import { fieldFromServer } from '../fields/field-lifecycle.ts'
import { temporaryField } from '../fields/new-field.ts'
import { storedField, storedInvitation, storedParticipant, storedParticipation } from '../testing/wire.ts'
import { REMINDER_PAUSE_MS } from './constants.ts'
import { guestsOf } from './invitations/invitations.ts'
import { type PrimaryFacts, primaryAction } from './primary-action.ts'
import { type SignerPerson, signersOf } from './signers/signers.ts'

const INVITED = Date.parse(storedInvitation().invited_at)
const DAY_AFTER = INVITED + REMINDER_PAUSE_MS

interface Situation {
  readonly stored?: readonly SignatureField[]
  readonly temporaries?: readonly TemporaryField[]
  readonly people?: readonly SignerPerson[]
  readonly invitations?: readonly Invitation[]
  readonly now?: number
  readonly status?: PrimaryFacts['status']
  readonly cancelled?: boolean
  readonly participants?: readonly Participant[]
}

const actionIn = (situation: Situation) => {
  const { stored = [], temporaries = [], people = [], invitations = [], now = DAY_AFTER } = situation
  const { status = 'UPLOADED', cancelled = false, participants = [] } = situation
  const fields = [...stored.map(fieldFromServer), ...temporaries]
  const action = primaryAction({
    status,
    cancelled,
    fields,
    signers: signersOf(fields, people),
    guests: guestsOf(fields, invitations),
    participants,
    now,
  })
  switch (action.kind) {
    case 'place':
      return `place ${action.signer.name}`
    case 'remind':
      return `remind ${action.guests.map(({ field }) => field.signerName).join(' and ')}`
    case 'wait':
      return `wait for ${action.count}`
    case 'wait-answers':
      return `wait for ${action.count} answers`
    default:
      return action.kind
  }
}

const signed = { is_signed: true, signed_at: '2026-01-31T18:00:00.000Z' }
const ana = storedField()
const luz = storedField({ id: 8, field_id: 'field_2', signer_name: 'Luz', signer_email: 'luz@example.com' })
const own = storedField({ id: 9, field_id: 'field_own', field_type: 'PRIMARY', signer_name: 'Luis' })
const temporary = (type: 'primary' | 'signature') =>
  temporaryField(
    {
      type,
      label: '',
      signerName: 'Eva',
      signerEmail: 'eva@example.com',
      page: 1,
      rect: { x: 0, y: 0, width: 1, height: 1 },
    },
    { now: () => 0, random: () => 0 },
  )
const eva = { name: 'Eva', email: 'eva@example.com' }
const toAna = storedInvitation()
const toLuz = storedInvitation({ id: 71, field_id: 8, email: 'luz@example.com' })
const alsoToAna = storedInvitation({ id: 72, field_id: 10 })
const recently = { ...toAna.reminders, sent: 1, last_at: new Date(INVITED + 1).toISOString() }
const undelivered = { state: 'failed', sent_at: null, reason: null } as const

test.each<[string, Situation, string]>([
  ['an empty document', {}, 'add-signer'],
  ['a signer without a field', { people: [eva] }, 'place Eva'],
  ['a signer without a field and one with a field', { stored: [ana], people: [eva] }, 'place Eva'],
  ['a placed field', { temporaries: [temporary('signature')], people: [eva] }, 'invite'],
  [
    'a placed field and an invited one',
    { stored: [ana], invitations: [toAna], temporaries: [temporary('signature')] },
    'invite',
  ],
  ['a saved field', { stored: [ana] }, 'invite'],
  ['a saved field and an invited one', { stored: [ana, luz], invitations: [toAna] }, 'invite'],
  [
    'a saved field while one has signed',
    { stored: [storedField(signed), luz], invitations: [toAna], people: [eva] },
    'invite',
  ],
  ['an expired invitation', { stored: [ana], invitations: [storedInvitation({ state: 'expired' })] }, 'invite'],
  [
    'a mail that did not arrive',
    { stored: [ana, own], invitations: [storedInvitation({ delivery: undelivered })] },
    'invite',
  ],
  ['only a placed field of the owner', { temporaries: [temporary('primary')] }, 'sign'],
  ['only a saved field of the owner', { stored: [own] }, 'sign'],
  ['all invited, the owner has not signed', { stored: [ana, own], invitations: [toAna] }, 'sign'],
  ['all invited a day ago', { stored: [ana, luz], invitations: [toAna, toLuz] }, 'remind Ana Mora and Luz'],
  [
    'several fields of one person',
    { stored: [ana, storedField({ id: 10, field_id: 'two' }), luz], invitations: [toAna, alsoToAna, toLuz] },
    'remind Ana Mora and Luz',
  ],
  [
    'several fields of one person, invited just now',
    {
      stored: [ana, storedField({ id: 10, field_id: 'two' })],
      invitations: [toAna, alsoToAna],
      now: DAY_AFTER - 1,
    },
    'wait for 1',
  ],
  ['all invited just now', { stored: [ana, luz], invitations: [toAna, toLuz], now: DAY_AFTER - 1 }, 'wait for 2'],
  [
    'one reminded just now',
    { stored: [ana, luz], invitations: [{ ...toAna, reminders: recently }, toLuz] },
    'remind Luz',
  ],
  ['the only one reminded just now', { stored: [ana], invitations: [{ ...toAna, reminders: recently }] }, 'wait for 1'],
  [
    'in order, one waits for their turn',
    { stored: [ana, luz], invitations: [toAna, { ...toLuz, waits: true }] },
    'remind Ana Mora',
  ],
  ['one signed, one invited', { stored: [storedField(signed), luz], invitations: [toLuz] }, 'remind Luz'],
  [
    'one signed by a public link, one invited',
    { stored: [storedField({ ...signed, signer_email: '', by_public_link: true }), luz], invitations: [toLuz] },
    'remind Luz',
  ],
  ['a field without an e-mail', { stored: [storedField({ signer_email: '' })] }, 'none'],
  ['a revoked invitation', { stored: [ana], invitations: [storedInvitation({ state: 'revoked' })] }, 'invite'],
  [
    'a revoked invitation and a valid one',
    { stored: [ana, luz], invitations: [storedInvitation({ state: 'revoked' }), toLuz] },
    'remind Luz',
  ],
  ['all signed, sealing', { stored: [storedField(signed)], status: 'PROCESSING' }, 'download'],
  ['complete', { stored: [storedField(signed)], status: 'COMPLETED' }, 'download'],
  ['complete, the fields are not loaded', { status: 'COMPLETED' }, 'download'],
  ['cancelled', { stored: [ana], cancelled: true }, 'none'],
  ['cancelled, from the server', { stored: [ana], status: 'CANCELLED' }, 'none'],
])('the primary action: %s', (_case, situation, action) => {
  expect(actionIn(situation)).toBe(action)
})

test.each<[string, Situation, string]>([
  [
    'an approver without an invitation is invited',
    { stored: [storedField()], invitations: [storedInvitation()], participants: [storedParticipant()] },
    'invite',
  ],
  [
    'signatures wait for the approval, the owner’s too',
    {
      stored: [storedField({ field_type: 'PRIMARY' })],
      participants: [storedParticipant({ invitation: storedParticipation() })],
    },
    'wait for 1 answers',
  ],
  [
    'no document waits for a copy',
    {
      stored: [storedField({ ...signed })],
      participants: [storedParticipant({ kind: 'copia', invitation: storedParticipation() })],
    },
    'download',
  ],
  [
    'a reading is waited for after the last signature',
    {
      stored: [storedField({ ...signed })],
      participants: [storedParticipant({ kind: 'lectura', invitation: storedParticipation() })],
    },
    'wait for 1 answers',
  ],
])('with people without a field: %s', (_, situation, expected) => {
  const fields = [storedField({ ...signed })]
  expect(actionIn({ stored: fields, ...situation })).toBe(expected)
})
