import { createDoor } from './concurrency-limit.ts'
import { OverloadError, shedReasonOf } from './overload-error.ts'

const lasting = () => Promise.withResolvers<string>()

test('whoever comes while too much is under way is sent away, and let in as soon as there is room', async () => {
  const door = createDoor(2, 'signings')
  const [first, second] = [lasting(), lasting()]
  const inside = [door.enter(() => first.promise), door.enter(() => second.promise)]
  expect(() => door.checkRoom()).toThrow(new OverloadError('signings'))
  first.resolve('a')
  await inside[0]
  door.checkRoom()
  second.reject(new Error('failed'))
  await expect(inside[1]).rejects.toThrow('failed')
  await expect(Promise.all(['b', 'c'].map((name) => door.enter(async () => name)))).resolves.toEqual(['b', 'c'])
  door.checkRoom()
})

test('who was let in may finish, also where others came in meanwhile', async () => {
  const door = createDoor(1, 'uploads')
  door.checkRoom()
  const other = lasting()
  const held = door.enter(() => other.promise)
  await expect(door.enter(async () => 'done')).resolves.toBe('done')
  other.resolve('other')
  await expect(held).resolves.toBe('other')
})

test('without a limit there is always room', async () => {
  const door = createDoor(null, 'signings')
  const work = lasting()
  const inside = Array.from({ length: 1000 }, () => door.enter(() => work.promise))
  door.checkRoom()
  work.resolve('')
  await Promise.all(inside)
})

test('other failures are nobody’s being sent away', () => {
  expect([shedReasonOf(new Error('x')), shedReasonOf(new OverloadError('heap'))]).toEqual([undefined, 'heap'])
})

test('one account takes half of the room, so that others find some', async () => {
  const door = createDoor(4, 'uploads')
  const work = Promise.withResolvers<void>()
  const first = [1, 2].map(() => door.enter(() => work.promise, 'a'))
  expect(() => door.checkRoom('a')).toThrow(OverloadError)
  expect(() => door.checkRoom('b')).not.toThrow()
  work.resolve()
  await Promise.all(first)
  expect(() => door.checkRoom('a')).not.toThrow()
})
