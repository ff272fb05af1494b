import type { Invitation } from 'shared/contract'
import { errorMessages } from 'shared/contract/errors'
import { storedInvitation } from '../../testing/wire.ts'
import { reminderWords, remindRefusal } from './reminders.ts'

const LAST = '2026-02-03T18:00:00.000Z'
const HOUR = 60 * 60 * 1000
const reminders = (over: Partial<Invitation['reminders']>): Partial<Invitation> => ({
  reminders: { sent: 0, last_at: null, next_at: null, silenced: false, ...over },
})
const plain = (text: string | undefined) => text?.replace(/\s/gu, ' ')

test.each<[string, Partial<Invitation>, number, string | undefined]>([
  ['an invitation that was sent', {}, 0, undefined],
  ['one whose mail is not known any more', { delivery: null }, 0, undefined],
  [
    'one whose mail waits',
    { delivery: { state: 'queued', sent_at: null, reason: null } },
    0,
    'Podrás recordarle cuando salga su invitación.',
  ],
  [
    'one whose mail did not arrive',
    { delivery: { state: 'failed', sent_at: null, reason: 'No.' } },
    0,
    'Su invitación no se pudo entregar. Revisa el email y reenvíala.',
  ],
  ['a guest who refused reminders', reminders({ silenced: true }), 0, errorMessages.REMINDERS_SILENCED],
  [
    'a guest who was reminded a moment ago',
    reminders({ sent: 1, last_at: LAST }),
    24 * HOUR - 1,
    'Podrás recordarle de nuevo el 4 feb 2026, 12:00 p. m.',
  ],
  ['a guest who was reminded a day ago', reminders({ sent: 1, last_at: LAST }), 24 * HOUR, undefined],
])('remindRefusal returns the reason or nothing: %s', (_name, over, since, refusal) => {
  expect(plain(remindRefusal(storedInvitation(over), Date.parse(LAST) + since))).toBe(refusal)
})

test.each<[Partial<Invitation['reminders']>, string[]]>([
  [{}, []],
  [{ last_at: LAST }, ['Último recordatorio: 3 feb 2026, 12:00 p. m.']],
  [
    { last_at: LAST, next_at: '2026-02-10T18:00:00.000Z' },
    ['Último recordatorio: 3 feb 2026, 12:00 p. m.', 'Próximo recordatorio automático: 10 feb 2026, 12:00 p. m.'],
  ],
  [{ next_at: LAST }, ['Próximo recordatorio automático: 3 feb 2026, 12:00 p. m.']],
])('reminderWords of %o returns %j', (over, words) => {
  expect(reminderWords(storedInvitation(reminders(over))).map(plain)).toEqual(words)
})
