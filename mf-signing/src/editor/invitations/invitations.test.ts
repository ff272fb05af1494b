import type { Invitation } from 'shared/contract'
import { fieldFromServer } from '../../fields/field-lifecycle.ts'
import { temporaryField } from '../../fields/new-field.ts'
import { storedField, storedInvitation } from '../../testing/wire.ts'
import type { InvitedGuest } from './invitations.ts'
import { guestsOf, invitationWords, inviteRefusal, isQueued, uninvitedFields } from './invitations.ts'

const ana = fieldFromServer(storedField())
const own = fieldFromServer(storedField({ id: 8, field_type: 'PRIMARY' }))
const nameless = fieldFromServer(storedField({ id: 9, signer_email: '' }))
const signed = fieldFromServer(storedField({ id: 10, is_signed: true, signed_at: '2026-01-31T18:00:00.000Z' }))
const { status: _status, id: _id, fieldId: _fieldId, ...rest } = { ...ana, status: 'saved' as const }
const temporary = temporaryField(rest, { now: () => 0, random: () => 0 })

test('only saved third-party fields with an e-mail can be invited', () => {
  const guests = guestsOf([temporary, ana, own, nameless, signed], [storedInvitation({ field_id: 10 })])
  expect(guests.map(({ field, state }) => [field.id, state])).toEqual([
    [7, 'not-invited'],
    [10, 'signed'],
  ])
  expect(uninvitedFields(guests)).toEqual([ana])
})

test.each<[InvitedGuest['state'], number]>([
  ['standing', 0],
  ['expired', 1],
  ['revoked', 0],
  ['signed', 0],
])('for an invitation that is %s, the number of invitations to send is %d', (state, count) => {
  expect(uninvitedFields([{ field: ana, state, invitation: storedInvitation() }])).toHaveLength(count)
})

const guests = guestsOf([ana], [])
test.each([
  [{ file: undefined, guests, token: 't' }, 'No hay archivo seleccionado'],
  [
    { file: { id: 3 }, guests, token: undefined },
    'No hay token de autenticación. Por favor, inicia sesión nuevamente.',
  ],
  [
    { file: { id: 3 }, guests: guestsOf([own, signed], []), token: 't' },
    'No hay campos con emails asignados para enviar invitaciones.',
  ],
  [{ file: { id: 3 }, guests, token: 't' }, undefined],
])('inviteRefusal returns the message for %j', (context, message) => {
  expect(inviteRefusal(context)).toBe(message)
})

const delivery = (over: Partial<NonNullable<Invitation['delivery']>>): Partial<Invitation> => ({
  delivery: { state: 'queued', sent_at: null, reason: null, ...over },
})
const words = (over: Partial<Invitation>) => {
  const invitation = storedInvitation(over)
  return invitationWords({ field: ana, invitation, state: invitation.state })
}

test.each<[Partial<Invitation>, string, string]>([
  [delivery({}), 'En cola', 'El correo sale en unos segundos.'],
  [delivery({ reason: 'El servidor pidió esperar.' }), 'Reintentando', 'El servidor pidió esperar.'],
  [
    delivery({ state: 'sent', sent_at: '2026-01-31T18:05:00.000Z' }),
    'Enviada',
    '31 de enero de 2026 a las 12:05 p. m. · puede firmar hasta el 2 de marzo de 2026',
  ],
  [delivery({ state: 'failed', reason: 'El buzón está lleno (552).' }), 'No entregada', 'El buzón está lleno (552).'],
  [{ delivery: null }, 'Invitada', 'puede firmar hasta el 2 de marzo de 2026'],
  [{ state: 'expired' }, 'Vencida', 'Venció el 2 de marzo de 2026.'],
  [{ state: 'revoked', delivery: null }, 'Revocada', 'Su enlace ya no sirve.'],
])('the badge and the detail of the invitation %j', (over, badge, detail) => {
  const said = words(over)
  expect(said.badge).toBe(badge)
  expect(said.detail.replace(/\s/gu, ' ')).toBe(detail)
})

test('a signed field shows the date of its signature', () => {
  const said = invitationWords({ field: signed, invitation: undefined, state: 'signed' })
  expect(said).toMatchObject({ badge: 'Firmado', detail: expect.stringMatching(/^31 de enero de 2026/) })
})

test('only a standing invitation with an unsent mail counts as queued', () => {
  expect(isQueued(storedInvitation(delivery({})))).toBe(true)
  expect(isQueued(storedInvitation({ ...delivery({}), state: 'expired' }))).toBe(false)
  expect(isQueued(storedInvitation(delivery({ state: 'sent' })))).toBe(false)
})

const SEEN = '2026-02-01T15:00:00.000Z'
const eva = { at: SEEN, name: 'Eva Ríos', email: 'eva@example.com', note: '' }
test.each<[Partial<Invitation>, string, string]>([
  [{ seen_at: SEEN }, 'Visto', 'Visto el 1 feb 2026, 9:00 a. m. · puede firmar hasta el 2 de marzo de 2026'],
  [{ proposal: eva }, 'Propone a otra persona', 'puede firmar hasta el 2 de marzo de 2026'],
  [
    { proposal: eva, seen_at: SEEN },
    'Propone a otra persona',
    'Visto el 1 feb 2026, 9:00 a. m. · puede firmar hasta el 2 de marzo de 2026',
  ],
  // Seen means delivered, even after a failed delivery.
  [{ ...delivery({ state: 'failed', reason: 'No.' }), seen_at: SEEN }, 'Visto', 'Visto el 1 feb 2026'],
  [
    { state: 'declined', seen_at: SEEN, declined: { at: SEEN, reason: 'El monto está mal.' } },
    'No firma',
    '1 feb 2026, 9:00 a. m.: «El monto está mal.»',
  ],
])('the badge and the detail show the guest’s action %j', (over, badge, detail) => {
  const said = words(over)
  expect(said.badge).toBe(badge)
  expect(said.detail.replace(/\s/gu, ' ')).toContain(detail)
})
