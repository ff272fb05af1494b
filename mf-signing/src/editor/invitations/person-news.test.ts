import * as fc from 'fast-check'
import type { Invitation, SignatureField } from 'shared/contract'
import { fieldFromServer } from '../../fields/field-lifecycle.ts'
import { storedField, storedInvitation } from '../../testing/wire.ts'
import type { InvitedGuest } from './invitations.ts'
import { leadingGuest, personChoices, personWords } from './person-news.ts'

const NOW = Date.parse('2026-02-03T18:00:00.000Z')

const guestOf = (
  state: InvitedGuest['state'],
  over: Partial<Invitation> = {},
  field: Partial<SignatureField> = {},
): InvitedGuest => {
  const isSigned = state === 'signed'
  const stored = fieldFromServer(storedField({ is_signed: isSigned, signed_at: '2026-02-01T18:00:00.000Z', ...field }))
  return { field: stored, state, invitation: state === 'not-invited' ? undefined : storedInvitation(over) }
}
const failed = { delivery: { state: 'failed', sent_at: null, reason: 'El buzón está lleno (552).' } } as const
const queued = { delivery: { state: 'queued', sent_at: null, reason: null } } as const
const eva = { at: '2026-02-01T15:00:00.000Z', name: 'Eva Ríos', email: 'eva@example.com', note: '' }

const plain = (text: string | undefined): string | undefined => text?.replace(/\s/gu, ' ')
const said = (...guests: InvitedGuest[]) => {
  const words = personWords({ guests })
  return [words?.badge, plain(words?.detail)]
}

test.each<[readonly InvitedGuest[], string, string | RegExp]>([
  [[guestOf('standing')], 'Enviada', 'vence 2 mar'],
  [[guestOf('standing', { seen_at: '2026-02-01T15:00:00.000Z' })], 'Visto', 'vence 2 mar'],
  [[guestOf('standing', { ...failed, seen_at: '2026-02-01T15:00:00.000Z' })], 'Visto', 'vence 2 mar'],
  [[guestOf('standing', queued)], 'En cola', 'El correo sale en unos segundos.'],
  [[guestOf('standing', failed)], 'No entregada', 'El buzón está lleno (552).'],
  [[guestOf('standing', { waits: true })], 'Espera su turno', 'su correo sale cuando le toque'],
  [[guestOf('signed'), guestOf('standing'), guestOf('standing')], 'Firmó 1 de 3', 'vence 2 mar'],
  [[guestOf('standing'), guestOf('not-invited')], 'Sin invitar', ''],
  [[guestOf('signed'), guestOf('signed')], 'Firmado', /^1 de febrero de 2026/],
  [[guestOf('not-invited')], 'Sin invitar', ''],
])('one line a person: %#', (guests, badge, detail) => {
  const [shownBadge, shownDetail] = said(...guests)
  expect(shownBadge).toBe(badge)
  expect(shownDetail).toEqual(typeof detail === 'string' ? detail : expect.stringMatching(detail))
})

const choicesOf = (...guests: InvitedGuest[]) =>
  personChoices({ guests }, NOW).map(({ choice, disabled }) => (disabled ? `${choice} off` : choice))

test.each<[readonly InvitedGuest[], readonly string[]]>([
  [[guestOf('standing')], ['remind', 'link', 'correct', 'revoke']],
  [
    [
      guestOf('standing', {
        reminders: { sent: 1, last_at: '2026-02-03T17:00:00.000Z', next_at: null, silenced: false },
      }),
    ],
    ['remind off', 'link', 'correct', 'revoke'],
  ],
  [[guestOf('standing', failed)], ['resend', 'link', 'correct', 'revoke']],
  [[guestOf('standing', { waits: true })], ['link', 'correct', 'revoke']],
  [[guestOf('standing', { proposal: eva })], ['link', 'correct', 'revoke']],
  [
    [guestOf('signed'), guestOf('standing')],
    ['remind', 'link', 'correct', 'revoke'],
  ],
  [
    [guestOf('not-invited'), guestOf('standing')],
    ['remind', 'link', 'correct', 'revoke'],
  ],
  [[guestOf('expired')], ['correct']],
  [[guestOf('revoked')], ['resend']],
  [[guestOf('declined')], ['resend']],
  [[guestOf('signed')], []],
  [[guestOf('not-invited')], []],
])('the person’s menu: %#', (guests, choices) => {
  expect(choicesOf(...guests)).toEqual(choices)
})

test('the reminder says why it is off and when the last one left', () => {
  const reminders = { sent: 1, last_at: '2026-02-03T17:00:00.000Z', next_at: null, silenced: false }
  const [remind] = personChoices({ guests: [guestOf('standing', { reminders })] }, NOW)
  expect(plain(remind?.hint)).toMatch(/^Último recordatorio: 3 feb 2026.* Podrás recordarle de nuevo el 4 feb 2026/)
})

const states = ['not-invited', 'standing', 'expired', 'revoked', 'signed', 'declined'] as const
const anyGuest = fc.record({ state: fc.constantFrom(...states), over: fc.constantFrom({}, failed, queued) })

test('a person with a field has a line; «Firmado» means that all are signed, and then there is no menu', () => {
  fc.assert(
    fc.property(fc.array(anyGuest, { minLength: 1, maxLength: 6 }), (drawn) => {
      const guests = drawn.map(({ state, over }) => guestOf(state, over))
      const isAllSigned = guests.every(({ state }) => state === 'signed')
      expect(leadingGuest({ guests })).toBeDefined()
      expect(personWords({ guests })?.badge === 'Firmado').toBe(isAllSigned)
      const choices = personChoices({ guests }, NOW)
      expect(choices.some(({ choice }) => choice === 'revoke')).toBe(guests.some(({ state }) => state === 'standing'))
      if (isAllSigned) expect(choices).toEqual([])
    }),
  )
})
