import fc from 'fast-check'
import { BlobFaultError } from '../../platform/storage/storage-errors.ts'
import { pathOfBlob } from './contents.ts'
import { nextShare, type Reread, ROUNDS, rereadShare } from './reread-share.ts'

const blobOf = (sha256: string) => ({ sha256, documents: [1], isNeeded: true })
const hashes = fc.uniqueArray(fc.stringMatching(/^[0-9a-f]{64}$/), { minLength: 1, maxLength: 60 })

test('rounds of equal back-ups read every file once, a bounded share each time', () => {
  fc.assert(
    fc.property(hashes, (all) => {
      const taken = all.map(blobOf)
      const bound = Math.ceil(all.length / ROUNDS)
      const seen: string[] = []
      let position = ''
      while (seen.length < all.length) {
        const share = nextShare(taken, position)
        expect(share.length).toBeGreaterThan(0)
        expect(share.length).toBeLessThanOrEqual(bound)
        seen.push(...share.map(({ sha256 }) => sha256))
        position = seen.at(-1) ?? ''
      }
      expect(seen).toEqual([...all].sort())
      expect(nextShare(taken, position)).toEqual(nextShare(taken, ''))
    }),
  )
})

test('whatever is damaged is found within the rounds and reported until it is intact again', async () => {
  await fc.assert(
    fc.asyncProperty(hashes, fc.array(fc.nat(), { maxLength: 5 }), async (all, picks) => {
      const bad = new Set(picks.map((pick) => all[pick % all.length]))
      const read = async (sha256: string) => {
        if (bad.has(sha256)) throw new BlobFaultError(sha256, 'damaged')
      }
      const taken = all.map(blobOf)
      let earlier: Reread | undefined
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = earlier?.faulty.length ?? 0
        earlier = await rereadShare({ taken, earlier, read })
        expect(earlier.faulty.length).toBeGreaterThanOrEqual(before)
      }
      const paths = [...bad].map((sha256) => pathOfBlob(sha256 ?? '')).sort()
      expect(earlier?.faulty.map(({ path }) => path).sort()).toEqual(paths)
      bad.clear()
      expect((await rereadShare({ taken, earlier, read })).faulty).toEqual([])
    }),
  )
})

test('bytes of erased documents are no damage, and other failures end the back-up', async () => {
  const sha256 = 'a'.repeat(64)
  const missing = async () => {
    throw new BlobFaultError(sha256, 'missing')
  }
  const erased = { ...blobOf(sha256), isNeeded: false }
  expect((await rereadShare({ taken: [erased], earlier: undefined, read: missing })).faulty).toEqual([])
  const away = async () => {
    throw new Error('away')
  }
  await expect(rereadShare({ taken: [erased], earlier: undefined, read: away })).rejects.toThrow('away')
})
