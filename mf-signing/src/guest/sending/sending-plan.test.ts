import type { GuestSendingDocument } from 'shared/http/deferred'
import { countSigned, planSending } from './sending-plan.ts'

const documentOf = (id: number, over: Partial<GuestSendingDocument> = {}): GuestSendingDocument => ({
  id,
  original_filename: `${id}.pdf`,
  state: 'open',
  path: `/sign/${id}/x?token=t${id}`,
  is_seen: false,
  fields: 1,
  has_form: false,
  is_joint: true,
  ...over,
})
const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)
const nothing = { shown: {}, forms: {}, signed: [] }

test('the documents that wait are signed together once all were displayed; the present one is on the screen', () => {
  const three = [documentOf(3), documentOf(4), documentOf(5)]
  const first = planSending(three, 3, nothing)
  expect(ids(first.joint)).toEqual([3, 4, 5])
  expect(ids(first.unread)).toEqual([4, 5])
  expect(first.next?.id).toBe(4)
  const last = planSending(three, 5, { shown: { 3: 'a', 4: 'b' }, forms: {}, signed: [] })
  expect(last.unread).toEqual([])
  expect(last.next?.id).toBe(3)
})

test.each([
  ['a card', { is_joint: false }],
  ['earlier signers', { state: 'later' }],
  ['its end', { state: 'ended', path: null }],
  ['its signature', { state: 'signed' }],
] satisfies [string, Partial<GuestSendingDocument>][])('a document with %s is not part of the act', (_why, over) => {
  const { joint } = planSending([documentOf(3), documentOf(4, over), documentOf(5)], 3, nothing)
  expect(ids(joint)).toEqual([3, 5])
  const own = planSending([documentOf(3, over), documentOf(4), documentOf(5)], 3, nothing)
  expect(own.joint).toEqual([])
})

test('one document that waits is signed by itself, and nothing is left to read', () => {
  const { joint, unread, next } = planSending([documentOf(3), documentOf(4, { state: 'later' })], 3, nothing)
  expect([joint, unread, next]).toEqual([[], [], undefined])
})

test('the way goes first to what was not displayed, in the order of the sending, then around', () => {
  const four = [documentOf(3), documentOf(4), documentOf(5, { state: 'later' }), documentOf(6)]
  expect(planSending(four, 4, { shown: { 6: 'a' }, forms: {}, signed: [] }).next?.id).toBe(3)
  expect(planSending(four, 4, { shown: { 3: 'a', 6: 'a' }, forms: {}, signed: [] }).next?.id).toBe(6)
  expect(planSending(four, 4, { shown: {}, forms: {}, signed: [3, 6] }).next).toBeUndefined()
})

test('a path to another site opens nothing', () => {
  const { rows, next } = planSending([documentOf(3), documentOf(4, { path: '//otro.example/sign/4' })], 3, nothing)
  expect(rows[1]?.to).toBeUndefined()
  expect(next).toBeUndefined()
})

test('what was signed here counts at once, an ended document no more', () => {
  const four = [documentOf(3), documentOf(4, { state: 'signed' }), documentOf(5), documentOf(6, { state: 'ended' })]
  expect(countSigned(planSending(four, 3, nothing).rows)).toEqual({ signed: 1, total: 3 })
  expect(countSigned(planSending(four, 3, { shown: {}, forms: {}, signed: [3] }).rows)).toEqual({ signed: 2, total: 3 })
})

test('a form waits until it is displayed without missing values; the way leads there after what is unread', () => {
  const three = [documentOf(3), documentOf(4, { has_form: true }), documentOf(5)]
  const shown = { 3: 'a', 4: 'b' }
  const planOf = (forms: Readonly<Record<number, string | null>>, read: object = {}) => {
    const { unread, unfilled, next } = planSending(three, 3, { shown: { ...shown, ...read }, forms, signed: [] })
    return [ids(unread), ids(unfilled), next?.id]
  }
  expect(planOf({})).toEqual([[4, 5], [], 4])
  expect(planOf({ 4: null })).toEqual([[5], [4], 5])
  expect(planOf({ 4: null }, { 5: 'c' })).toEqual([[], [4], 4])
  expect(planOf({ 4: 'd' }, { 5: 'c' })).toEqual([[], [], 4])
  const own = planSending(three, 4, { shown: { ...shown, 5: 'c' }, forms: { 4: null }, signed: [] })
  expect([ids(own.joint), own.unfilled]).toEqual([[3, 4, 5], []])
})
