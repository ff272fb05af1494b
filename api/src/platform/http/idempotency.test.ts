import { ApiError } from './api-error.ts'
import {
  answerRepeated,
  checkKeyStored,
  joinKey,
  type KeyedRequest,
  KeyTakenError,
  onceByKey,
  parseIdempotencyKey,
  requestFingerprint,
  splitKey,
} from './idempotency.ts'

interface Stored {
  readonly fingerprint: string | undefined
  readonly made: string
}

/** A store that holds what `rows` returns, one per look. */
const keyed = (facts: unknown, ...rows: readonly (Stored | undefined)[]): KeyedRequest<Stored, string> => {
  const looks = [...rows]
  return {
    fingerprint: requestFingerprint(facts),
    find: async () => looks.shift(),
    answer: ({ made }) => made,
  }
}
const stored = (facts: unknown): Stored => ({ fingerprint: requestFingerprint(facts), made: 'first' })
const work = async () => 'new'
const beaten = async (): Promise<string> => {
  checkKeyStored({ numInsertedOrUpdatedRows: 0n, insertId: undefined })
  return 'new'
}

test.each<[string, Promise<string>, string]>([
  ['without a key', onceByKey<Stored, string>(undefined, work), 'new'],
  ['with a key for the first time', onceByKey(keyed(['a']), work), 'new'],
  ['with a repeated key', onceByKey(keyed(['a'], stored(['a'])), work), 'first'],
  [
    'with a key of an earlier version, whose fingerprint is unknown',
    onceByKey(keyed(['a'], { fingerprint: undefined, made: 'first' }), work),
    'first',
  ],
  ['that lost the race with its repetition', onceByKey(keyed(['a'], undefined, stored(['a'])), beaten), 'first'],
])('a request %s gets its answer', async (_, answer, expected) => {
  expect(await answer).toBe(expected)
})

test.each([
  ['before the work', keyed(['b'], stored(['a'])), work],
  ['after a lost race', keyed(['b'], undefined, stored(['a'])), beaten],
])('a key of another request is refused: %s', async (_, request, run) => {
  await expect(onceByKey(request, run)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
})

test('a route may refuse with its own error', async () => {
  const refusal = () => new ApiError('VALIDATION')
  await expect(answerRepeated({ ...keyed(['b'], stored(['a'])), refusal })).rejects.toMatchObject({
    code: 'VALIDATION',
  })
})

test('errors of the work pass, and so does a taken key whose row has gone', async () => {
  await expect(onceByKey(keyed(['a']), () => Promise.reject(new RangeError('full')))).rejects.toThrow(RangeError)
  await expect(onceByKey(keyed(['a']), beaten)).rejects.toThrow(KeyTakenError)
  expect(() => checkKeyStored({ numInsertedOrUpdatedRows: 1n, insertId: undefined })).not.toThrow()
})

test('fingerprints differ in each fact and its place', () => {
  const all = [['a', 'b'], ['b', 'a'], ['ab'], ['a', 'b', null], ['a', null, 'b']].map(requestFingerprint)
  expect(new Set(all).size).toBe(all.length)
  expect(requestFingerprint(['a', { b: 1 }])).toBe(requestFingerprint(['a', { b: 1 }]))
})

test('a key and its fingerprint share a column; a key of an earlier version stands alone', () => {
  const [key, fingerprint] = ['f1d3ff84-4329-4732-8762-66f4b4c8f4ba', requestFingerprint(['a'])]
  expect(splitKey(joinKey(key, fingerprint))).toEqual({ key, fingerprint })
  expect(splitKey(key)).toEqual({ key, fingerprint: undefined })
  expect(parseIdempotencyKey(joinKey(key, fingerprint))).toBeUndefined()
})
