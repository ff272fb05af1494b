import { nothingAcknowledged } from '../scenario.ts'
import { timeAnswers } from './timed-answers.ts'

const open = () => {
  const clock = { now: 100 }
  const timed = timeAnswers(nothingAcknowledged(1, { username: 'olga', bearer: 'x' }), () => clock.now)
  return { clock, ...timed }
}

test('an answer counts a step of the clock after it was noted', () => {
  const { clock, acknowledged, at } = open()
  clock.now = 200
  acknowledged.documentId = 7
  acknowledged.isShared = true
  expect(at(100)).toBeUndefined()
  expect(at(101)?.documentId).toBeUndefined()
  expect(at(200.9)?.documentId).toBeUndefined()
  expect(at(201)).toMatchObject({ documentId: 7, isShared: true, isComplete: false })
})

test('a field that may be deleted already is in doubt; a signature is not', () => {
  const { clock, acknowledged, at } = open()
  acknowledged.fields.set(1, 'placed').set(2, 'placed')
  clock.now = 300
  acknowledged.fields.set(1, 'deleting').set(2, 'signed')
  expect(at(200)?.fields).toEqual(
    new Map([
      [1, 'placed'],
      [2, 'placed'],
    ]),
  )
  expect(at(299)?.fields).toEqual(
    new Map([
      [1, 'deleting'],
      [2, 'placed'],
    ]),
  )
  expect(at(301)?.fields).toEqual(
    new Map([
      [1, 'deleting'],
      [2, 'signed'],
    ]),
  )
})

test('an earlier state does not change with what comes later, except for what was asked', () => {
  const { clock, acknowledged, at } = open()
  const early = at(150)
  clock.now = 200
  acknowledged.invited.add(3)
  acknowledged.asked.add('field')
  expect(early?.invited.size).toBe(0)
  expect(at(150)).toMatchObject({ invited: new Set(), asked: new Set(['field']) })
})
