import {
  enqueueNotification,
  type NotificationQueue,
  openWaiting,
  type QueuedNotification,
  removeFromQueue,
} from './notification-queue.ts'

const entry = (id: string): QueuedNotification => ({ id, notification: { message: id, type: 'info' } })

const queueOf = (shown: string, waiting: string): NotificationQueue => ({
  shown: [...shown],
  waiting: [...waiting].map((id) => entry(id)),
})

test.each([
  ['nothing', '', '', '', ''],
  ['as many as fit', '', 'abc', 'ab', 'c'],
  ['the next when one closes', 'a', 'bc', 'ab', 'c'],
  ['no notification opens while the limit is reached', 'ab', 'c', 'ab', 'c'],
  ['no notification opens above a lowered limit', 'abc', 'd', 'abc', 'd'],
])('the queue opens %s', (_what, shown, waiting, thenShown, thenWaiting) => {
  const [next, opened] = openWaiting(queueOf(shown, waiting), 2)
  expect(next).toEqual(queueOf(thenShown, thenWaiting))
  expect(opened.map(({ id }) => id).join('')).toBe(thenShown.slice(shown.length))
})

test('removing a waiting notification keeps the other notifications', () => {
  expect(removeFromQueue(queueOf('ab', 'cd'), 'c')).toEqual(queueOf('ab', 'd'))
})

test('removing an open notification frees its place', () => {
  expect(removeFromQueue(queueOf('ab', 'cd'), 'a')).toEqual(queueOf('b', 'cd'))
})

test.each([
  ['an open one', 'a', 'xb', 'cd'],
  ['a waiting one', 'c', 'ab', 'xd'],
  ['nothing that is still there', 'z', 'ab', 'cdx'],
  ['nothing', undefined, 'ab', 'cdx'],
])('a new notification replaces %s in its place', (_what, replaced, shown, waiting) => {
  expect(enqueueNotification(queueOf('ab', 'cd'), entry('x'), replaced)).toEqual(queueOf(shown, waiting))
})
