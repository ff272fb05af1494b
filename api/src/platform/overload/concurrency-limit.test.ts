import { createConcurrencyLimit } from './concurrency-limit.ts'
import { OverloadError, shedReasonOf } from './overload-error.ts'

const lasting = () => Promise.withResolvers<string>()

test('the limit refuses a request without capacity and admits requests when capacity is free again', async () => {
  const limit = createConcurrencyLimit(2, 'signings')
  const [first, second] = [lasting(), lasting()]
  const inside = [limit.enter(() => first.promise), limit.enter(() => second.promise)]
  expect(() => limit.checkCapacity()).toThrow(new OverloadError('signings'))
  first.resolve('a')
  await inside[0]
  limit.checkCapacity()
  second.reject(new Error('failed'))
  await expect(inside[1]).rejects.toThrow('failed')
  await expect(Promise.all(['b', 'c'].map((name) => limit.enter(async () => name)))).resolves.toEqual(['b', 'c'])
  limit.checkCapacity()
})

test('an admitted request finishes although another request has taken the last slot', async () => {
  const limit = createConcurrencyLimit(1, 'uploads')
  limit.checkCapacity()
  const other = lasting()
  const held = limit.enter(() => other.promise)
  await expect(limit.enter(async () => 'done')).resolves.toBe('done')
  other.resolve('other')
  await expect(held).resolves.toBe('other')
})

test('without a limit, any number of requests is admitted', async () => {
  const limit = createConcurrencyLimit(null, 'signings')
  const work = lasting()
  const inside = Array.from({ length: 1000 }, () => limit.enter(() => work.promise))
  limit.checkCapacity()
  work.resolve('')
  await Promise.all(inside)
})

test('shedReasonOf returns a reason only for overload errors', () => {
  expect([shedReasonOf(new Error('x')), shedReasonOf(new OverloadError('heap'))]).toEqual([undefined, 'heap'])
})

test('one account may take half of the slots, so that other accounts are admitted', async () => {
  const limit = createConcurrencyLimit(4, 'uploads')
  const work = Promise.withResolvers<void>()
  const first = [1, 2].map(() => limit.enter(() => work.promise, 'a'))
  expect(() => limit.checkCapacity('a')).toThrow(OverloadError)
  expect(() => limit.checkCapacity('b')).not.toThrow()
  work.resolve()
  await Promise.all(first)
  expect(() => limit.checkCapacity('a')).not.toThrow()
})
