/** @jest-environment node */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { withdrawRelease } from '../registry/activate-release.ts'
import type { Files } from '../registry/test/write-build.ts'
import { updateRegistry } from '../registry/update-registry.ts'
import { createPublisher } from './publisher-tokens.ts'
import { NOW, openPublishingSite, type PublishingSite } from './test/open-publishing-site.ts'

let site: PublishingSite
let second: string
beforeEach(async () => {
  site = await openPublishingSite({ releaseApproval: true })
  second = await createPublisher({ dataDir: site.dataDir }, 'mf_auth', 'Otra persona', NOW)
})
afterEach(() => site.close())

const approve = (release: string, bearer = second) => site.order({ kind: 'approve', release }, bearer)
/** What `--prune` does to a release that the registry no longer names. */
const deleteFiles = (release: string): void =>
  rmSync(join(site.dataDir, 'releases/mf_auth', release), { recursive: true, force: true })

test('a publisher cannot make a release live while its publication is still running', async () => {
  let isRunning = true
  const publication = site.publish('1').finally(() => {
    isRunning = false
  })
  const answers = new Set<number>()
  while (isRunning) answers.add((await site.order({ kind: 'to', release: '1' })).status)
  expect((await publication).status).toBe(202)
  expect([...answers].filter((status) => status < 400)).toEqual([])
  expect(await site.live()).toBeUndefined()
})

test('publishing a former live release again does not block going back to it', async () => {
  for (const release of ['1', '2']) {
    await site.publish(release)
    expect((await approve(release)).status).toBe(200)
  }
  expect((await site.publish('1')).status).toBe(202)
  expect((await site.order({ kind: 'to', release: '1' })).body.after).toMatchObject({ active: '1' })
})

test('an approval does not extend to other files under the same name', async () => {
  await site.publish('1')
  await approve('1')
  await site.publish('2')
  await approve('2')
  await site.publish('3')
  await approve('3')
  deleteFiles('1')
  expect((await site.publish('1', { 'app.js': 'alert(1)' })).status).toBe(202)
  expect((await site.order({ kind: 'to', release: '1' })).body.message).toMatch(/espera que otra persona la apruebe/)
  expect((await site.live())?.active).toBe('3')
  expect((await approve('1')).body.after).toMatchObject({ active: '1' })
})

test('a release that an older site left waiting has to be published again', async () => {
  await site.publish('1')
  const file = join(site.dataDir, 'releases/unapproved.json')
  const [[key, { publisher }]] = Object.entries(JSON.parse(readFileSync(file, 'utf8'))) as [
    [string, { publisher: string }],
  ]
  writeFileSync(file, JSON.stringify({ [key]: { publisher } }))
  expect((await approve('1')).body.message).toMatch(/hay que publicarla de nuevo/)
  expect(await site.live()).toBeUndefined()
})

test('the registry records who published and who approved a release', async () => {
  await site.publish('1')
  await approve('1')
  const [published, approved] = [site.token, second].map((token) => token.split('_')[1])
  expect((await site.live())?.cleared).toEqual([
    {
      release: '1',
      files: expect.stringMatching(/^sha384-/),
      approval: { publishedBy: published, approvedBy: approved, at: expect.any(String) },
    },
  ])
})

const RELEASES = ['1', '2', '3'] as const
const release = fc.constantFrom(...RELEASES)
const who = fc.constantFrom('first', 'second')
const act = fc.oneof(
  fc.record({ kind: fc.constant('publish' as const), release, who, canary: fc.boolean(), variant: fc.boolean() }),
  fc.record({ kind: fc.constant('approve' as const), release, who }),
  fc.record({ kind: fc.constant('to' as const), release: fc.constantFrom(...RELEASES, 'previous'), who }),
  fc.record({ kind: fc.constant('end-canary' as const), who }),
  fc.record({ kind: fc.constant('prune' as const), release }),
  fc.record({ kind: fc.constant('withdraw' as const), release }),
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

const perform = async (done: Act): Promise<void> => {
  const { dataDir } = site
  if (done.kind === 'withdraw') {
    const withdrawal = { release: done.release, at: NOW.toISOString(), why: 'crashes' } as const
    await updateRegistry({ dataDir }, NOW, async (registry) => withdrawRelease(registry, 'mf_auth', withdrawal))
    return
  }
  if (done.kind === 'prune') {
    if (!Object.hasOwn((await site.live())?.releases ?? {}, done.release)) deleteFiles(done.release)
    return
  }
  const bearer = done.who === 'first' ? site.token : second
  if (done.kind !== 'publish') {
    await site.order(
      done.kind === 'end-canary' ? { kind: done.kind } : { kind: done.kind, release: done.release },
      bearer,
    )
    return
  }
  const files: Files = done.variant ? { 'app.js': 'another script' } : {}
  await site.publish(done.release, files, {}, done.canary ? { canary: 5 } : {}, bearer)
}

test('whatever two tokens do at once, each release that runs was published by one and approved by the other', async () => {
  const together = fc.array(act, { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(fc.array(together, { minLength: 3, maxLength: 8 }), async (steps) => {
      await site.close()
      site = await openPublishingSite({ releaseApproval: true })
      second = await createPublisher({ dataDir: site.dataDir }, 'mf_auth', 'Otra persona', NOW)
      for (const step of steps) {
        await Promise.all(step.map(perform))
        const entry = await site.live()
        for (const [id, stored] of Object.entries(entry?.releases ?? {})) {
          const cleared = entry?.cleared?.find((one) => one.release === id)
          expect(cleared?.files).toBe(stored.files)
          expect(new Set([cleared?.approval?.publishedBy, cleared?.approval?.approvedBy])).toEqual(
            new Set([site.token, second].map((token) => token.split('_')[1])),
          )
        }
      }
    }),
    { numRuns: 12 },
  )
})
