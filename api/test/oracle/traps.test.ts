import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { concatBytes } from 'pdf'
import { hasTool } from 'pdf/testing/node'
import { plainDesign } from './controls.ts'
import { applyDecoy } from './decoys.ts'
import { startDraft } from './draft.ts'
import { beliefsOf, judge, look, showSigned, verifyToday, visibleIn } from './judge.ts'
import type { JudgePictures } from './oracle.ts'
import { buildOriginal } from './original.ts'
import { openPictureJudge } from './picture-judge.ts'
import { createRandom } from './random.ts'
import { openRenderers, type Renderers } from './renderers.ts'
import { openSigners, type Signers, type Stage } from './sign-files.ts'
import type { Trap } from './trap-fields.ts'
import { TRAPS } from './traps.ts'
import { writeUpdate } from './write-update.ts'

let signers: Signers
let renderers: Renderers
let picture: JudgePictures
let directory: string

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trazo-traps-'))
  renderers = openRenderers(directory)
  signers = await openSigners()
  picture = await openPictureJudge()
})
afterAll(() => {
  renderers.close()
  rmSync(directory, { recursive: true })
})

/** A rotated page shows what is not turned with it. */
async function layAndSpring(trap: Trap, stage: Stage) {
  const random = createRandom(1)
  const original = buildOriginal({ ...plainDesign('table'), rotate: trap.name.startsWith('not-') ? 90 : 0 })
  const laid = startDraft(original)
  if (!trap.lay(laid, random)) throw new Error(`${trap.name} has no place`)
  const signed = await signers.sign(concatBytes([original, writeUpdate(laid, 'plain', new Set()).tail]), stage)
  const draft = startDraft(signed)
  const applied = applyDecoy('trap', draft, { trap, random })
  const written = writeUpdate(draft, 'plain', new Set())
  const { signature, areas = [] } = applied ?? {}
  const tail = signature === undefined ? written.tail : await signers.complete(signed, written, signature)
  return { signed, forged: { bytes: concatBytes([signed, tail]), areas } }
}

const renderersPresent = hasTool('mutool') && hasTool('pdftoppm')
const suite = renderersPresent ? describe : describe.skip

suite(renderersPresent ? 'traps of uploads' : 'traps of uploads: mutool or pdftoppm is not installed', () => {
  test.each(TRAPS.map((trap) => [trap.name, trap] as const))(
    'the judges accept the signed upload, and tell what its trap changes: %s',
    async (_, trap) => {
      const { signed, forged } = await layAndSpring(trap, 'sealed')
      expect(beliefsOf(await verifyToday(signed, signers.roots), signed.length)).not.toEqual([])
      const report = await picture(forged.bytes, await verifyToday(forged.bytes, signers.roots))
      const shown = showSigned(signed)
      const seen = await look(shown, forged, renderers)
      expect(report.kind).toBe('signed')
      expect(judge(shown, forged, report, seen)).toBeUndefined()
      if (trap.mayBeUnseen !== true) expect(visibleIn(seen, shown).size).toBeGreaterThan(0)
    },
  )

  test.each(['certified-1', 'certified-2', 'certified-3'] as const)(
    'a certification does not make a stamp over the page unchanged: %s',
    async (stage) => {
      const trap = TRAPS.find(({ name }) => name === 'link-becomes-stamp')
      if (trap === undefined) throw new Error('a link')
      const { signed, forged } = await layAndSpring(trap, stage)
      const report = await picture(forged.bytes, await verifyToday(forged.bytes, signers.roots))
      const shown = showSigned(signed)
      expect(judge(shown, forged, report, await look(shown, forged, renderers))).toBeUndefined()
    },
  )
})
