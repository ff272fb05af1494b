/** @jest-environment jsdom */
import { changeVisit, readVisit } from './visit-store.ts'

const ana = { sendingId: 8, email: 'ana@example.com' }
const forgetMemory = () => readVisit({ sendingId: 0, email: '' })
beforeEach(() => {
  sessionStorage.clear()
  forgetMemory()
})

test('a reload of the tab remembers what the same person was shown in the same sending', () => {
  changeVisit(ana, { shown: { 3: 'a' }, forms: { 3: null, 4: 'b' }, signed: [4], saves: { 4: async () => undefined } })
  forgetMemory()
  expect(readVisit({ ...ana, email: 'Ana@Example.com' })).toEqual({
    shown: { 3: 'a' },
    forms: { 3: null, 4: 'b' },
    signed: [],
    notice: undefined,
    saves: {},
  })
  expect(readVisit({ ...ana, email: 'luis@example.com' }).shown).toEqual({})
  expect(readVisit({ ...ana, sendingId: 9 }).shown).toEqual({})
})

test('after the act nothing is kept', () => {
  changeVisit(ana, { shown: { 3: 'a' } })
  changeVisit(ana, { shown: {} })
  expect(sessionStorage).toHaveLength(0)
})

test.each([
  'no JSON',
  'null',
  '{"email":1,"shown":{}}',
  '{"email":"ana@example.com","shown":{"3":4},"forms":{}}',
  '{"email":"ana@example.com","shown":{"3":"a"},"forms":{"3":4}}',
])('a damaged entry is ignored: %s', (text) => {
  sessionStorage.setItem('trazo-sending-8', text)
  expect(readVisit(ana).shown).toEqual({})
})

test('a link that is opened again may be opened by another person: nothing is remembered', () => {
  changeVisit(ana, { shown: { 3: 'a' } })
  forgetMemory()
  const opened = jest
    .spyOn(performance, 'getEntriesByType')
    .mockReturnValue([{ type: 'navigate' } as PerformanceNavigationTiming])
  expect(readVisit(ana).shown).toEqual({})
  opened.mockRestore()
  expect(sessionStorage).toHaveLength(0)
})
