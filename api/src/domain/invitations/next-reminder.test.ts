import fc from 'fast-check'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { nextReminder, nextReminderOf, type ReminderFacts } from './next-reminder.ts'

const fresh: ReminderFacts = {
  sentAt: 0,
  expiresAt: 30 * DAY_MS,
  deadline: null,
  reminders: 0,
  remindedAt: null,
  resumedAt: null,
}

test.each<[string, Partial<ReminderFacts>, number | null]>([
  ['the first reminder is 3 days after the invitation', {}, 3 * DAY_MS],
  ['the next reminder is 7 days later', { reminders: 1, remindedAt: 3 * DAY_MS }, 10 * DAY_MS],
  ['the next reminder is 7 days after a late one', { reminders: 1, remindedAt: 4 * DAY_MS }, 11 * DAY_MS],
  ['the next reminder is 7 days after a manual one', { reminders: 1, remindedAt: HOUR_MS }, 7 * DAY_MS + HOUR_MS],
  ['the fifth reminder is 2 days before the expiry', { reminders: 4, remindedAt: 24 * DAY_MS }, 28 * DAY_MS],
  [
    'the fifth reminder waits for the expiry of a long invitation',
    { expiresAt: 90 * DAY_MS, reminders: 4, remindedAt: 24 * DAY_MS },
    88 * DAY_MS,
  ],
  ['there is no sixth reminder', { reminders: 5, remindedAt: 24 * DAY_MS }, null],
  ['the last reminder may follow after less than 7 days', { reminders: 2, remindedAt: 22 * DAY_MS }, 28 * DAY_MS],
  ['no reminder follows within a day', { reminders: 2, remindedAt: 27 * DAY_MS + 1 }, null],
  ['the last reminder follows one day after the previous one', { reminders: 2, remindedAt: 27 * DAY_MS }, 28 * DAY_MS],
  ['the first reminder of a short invitation is 2 days before its expiry', { expiresAt: 4 * DAY_MS }, 2 * DAY_MS],
  ['no reminder when 2 days before the expiry is too early', { expiresAt: 2 * DAY_MS + 23 * HOUR_MS }, null],
  ['no reminder for an invitation of one day', { expiresAt: DAY_MS }, null],
  ['the next reminder is one day after reminders resumed', { resumedAt: 6 * DAY_MS }, 7 * DAY_MS],
  ['an early resumption changes nothing', { resumedAt: HOUR_MS }, 3 * DAY_MS],
  ['no reminder after a late resumption', { resumedAt: 27 * DAY_MS + 1 }, null],
  ['3 days before the deadline, at 8', { deadline: 6 * DAY_MS }, 6 * DAY_MS - 88 * HOUR_MS],
  [
    '1 day before the deadline',
    { deadline: 6 * DAY_MS, reminders: 1, remindedAt: 6 * DAY_MS - 88 * HOUR_MS },
    6 * DAY_MS - 40 * HOUR_MS,
  ],
  [
    'no reminder after both reminders of the deadline',
    { deadline: 6 * DAY_MS, reminders: 2, remindedAt: 6 * DAY_MS - 40 * HOUR_MS },
    null,
  ],
  [
    'no reminder of the deadline after a later manual one',
    { deadline: 6 * DAY_MS, reminders: 1, remindedAt: 6 * DAY_MS - 39 * HOUR_MS },
    null,
  ],
  ['regular reminders before a distant deadline', { deadline: 25 * DAY_MS }, 3 * DAY_MS],
  [
    'two reminders are reserved for the deadline',
    { deadline: 25 * DAY_MS, reminders: 3, remindedAt: 9 * DAY_MS },
    25 * DAY_MS - 88 * HOUR_MS,
  ],
  [
    'one reminder is reserved for the last day',
    { deadline: 25 * DAY_MS, reminders: 4, remindedAt: 22 * DAY_MS },
    25 * DAY_MS - 40 * HOUR_MS,
  ],
  ['no reminder in the last half day', { deadline: 6 * DAY_MS, sentAt: 5 * DAY_MS }, null],
  [
    'a reminder before the expiry of a link that ends before the deadline',
    { deadline: 90 * DAY_MS, reminders: 4, remindedAt: 24 * DAY_MS },
    28 * DAY_MS,
  ],
])('%s', (_, facts, expected) => {
  expect(nextReminder({ ...fresh, ...facts })).toBe(expected)
})

test.each([
  ['its mail has not left', {}, null],
  ['its guest refused reminders', { silenced_at: 1 }, 0],
  ['another person was proposed', { proposed_at: 1 }, 0],
])('an invitation has no next reminder while %s', (_, change, sentAt) => {
  const invitation = { expires_at: 30 * DAY_MS, reminders: 0, reminded_at: null, resumed_at: null }
  const free = { ...invitation, silenced_at: null, proposed_at: null }
  expect(nextReminderOf(free, 0, null)).toBe(3 * DAY_MS)
  expect(nextReminderOf({ ...free, ...change }, sentAt, null)).toBeNull()
})

/** @param delays how long the server was down at each */
const sendAll = (start: ReminderFacts, delays: readonly number[]): number[] => {
  const sent: number[] = []
  let facts = start
  for (const delay of delays) {
    const due = nextReminder(facts)
    if (due === null || due + delay >= facts.expiresAt) break
    sent.push(due + delay)
    facts = { ...facts, reminders: facts.reminders + 1, remindedAt: due + delay }
  }
  return sent
}

const life = fc.integer({ min: 1, max: 3650 * DAY_MS })

test('an invitation gets at most five reminders, at least a day apart, and no planned one in its last two days', () => {
  const delays = fc.array(fc.integer({ min: 0, max: 20 * DAY_MS }), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(life, delays, (expiresAt, late) => {
      const sent = sendAll({ ...fresh, expiresAt }, late)
      expect(sent.length).toBeLessThanOrEqual(5)
      for (const [index, at] of sent.entries()) {
        expect(at - (sent[index - 1] ?? 0)).toBeGreaterThanOrEqual(DAY_MS)
        expect(at - (late[index] ?? 0)).toBeLessThanOrEqual(expiresAt - 2 * DAY_MS)
      }
    }),
  )
})

test('without delays, the last reminder of a long enough invitation leaves 2 to 3 days before the expiry', () => {
  fc.assert(
    fc.property(life, (expiresAt) => {
      const sent = sendAll({ ...fresh, expiresAt }, Array(8).fill(0))
      const end = expiresAt - 2 * DAY_MS
      if (end < DAY_MS) return expect(sent).toEqual([])
      const last = sent.at(-1) ?? 0
      // Or so late that another would follow within a day.
      return expect(last === end || end - last < DAY_MS).toBe(true)
    }),
  )
})
