import { concatBytes, pdfRef } from 'pdf'
import { alterationsOf } from './alterations.ts'
import { plainDesign } from './controls.ts'
import { applyDecoy, type Decoy } from './decoys.ts'
import { type Draft, read, startDraft } from './draft.ts'
import { beliefsOf, verifyToday } from './judge.ts'
import { buildOriginal } from './original.ts'
import { createRandom } from './random.ts'
import { targetsOf } from './reachable.ts'
import { openSigners, type Signers } from './sign-files.ts'
import { TWISTS } from './twists.ts'
import type { Style } from './update-styles.ts'
import { writeUpdate } from './write-update.ts'

interface Found {
  readonly name: string
  readonly decoy: Decoy
  readonly twist?: string
  readonly style?: Style
  readonly alter?: (draft: Draft) => void
}

function fillIn(draft: Draft, path: RegExp): void {
  const target = targetsOf(draft.document).find(
    (each) => path.test(each.path) && read(draft, pdfRef(each.num)) === null,
  )
  if (target === undefined) throw new Error(`nothing is missing at ${path}`)
  alterationsOf(draft, target, createRandom(1))[0]?.run()
}

const found: readonly Found[] = [
  {
    name: 'a number that the page lists as an annotation gets an object',
    decoy: 'dss',
    alter: (draft) => fillIn(draft, /^Annots/),
  },
  { name: 'a time stamp has a look without a box', decoy: 'time-stamp', twist: 'flat-rect-no-box' },
  { name: 'a signature has a look without a box in a flat rectangle', decoy: 'signature', twist: 'flat-rect-no-box' },
  { name: 'the rectangle of a signature has a number that readers wrap', decoy: 'signature', twist: 'rect-overflow' },
  { name: 'a filled field has a look without a box', decoy: 'filled-field', twist: 'no-box' },
  { name: 'a signed field is not turned with the page', decoy: 'signed-field', twist: 'flags-16' },
  { name: 'a time stamp has a visible kid', decoy: 'time-stamp-with-kid' },
  { name: '/Prev is a real number', decoy: 'dss', style: 'prev-real' },
  { name: '/Prev is escaped', decoy: 'dss', style: 'prev-escaped' },
]

let signers: Signers
let signed: Uint8Array

beforeAll(async () => {
  signers = await openSigners()
  signed = await signers.sign(buildOriginal({ ...plainDesign('table'), dangling: true }), 'sealed')
})

test('the verifier accepts the signed file', async () => {
  expect(beliefsOf(await verifyToday(signed, signers.roots), signed.length)).not.toEqual([])
})

test.each(found.map((each) => [each.name, each] as const))(
  'the verifier does not accept the forged update: %s',
  async (_, each) => {
    const draft = startDraft(signed)
    const twist = TWISTS.find(({ name }) => name === each.twist)
    const applied = applyDecoy(each.decoy, draft, { twist })
    each.alter?.(draft)
    const written = writeUpdate(draft, each.style ?? 'plain', new Set())
    const { signature } = applied ?? {}
    const tail = signature === undefined ? written.tail : await signers.complete(signed, written, signature)
    const report = await verifyToday(concatBytes([signed, tail]), signers.roots)
    expect(report.kind).toBe('signed')
    expect(beliefsOf(report, signed.length)).toEqual([])
  },
)
