import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasTool } from 'pdf/testing/node'
import { runControls } from './controls.ts'
import { beliefsOf, look, showSigned, type Verify, verifyToday, visibleIn } from './judge.ts'
import {
  acceptAll,
  describeEscape,
  JUDGES,
  type JudgePictures,
  type Judges,
  listMutations,
  runOracle,
} from './oracle.ts'
import { overriddenAppearances, overrideAppearance } from './overridden-appearance.ts'
import { openPictureJudge } from './picture-judge.ts'
import { openRenderers, type Renderers } from './renderers.ts'
import { openSigners, type Signers } from './sign-files.ts'

const SAMPLE = 60
const seed = Number(process.env.TRAZO_FUZZ_SEED ?? Date.now() % 2 ** 31)

let signers: Signers
let renderers: Renderers
let directory: string
let picture: JudgePictures

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trazo-oracle-'))
  renderers = openRenderers(directory)
  signers = await openSigners()
  picture = await openPictureJudge()
})
afterAll(() => {
  renderers.close()
  rmSync(directory, { recursive: true })
})

const acceptEverything: Verify = async (bytes, roots) => acceptAll(await verifyToday(bytes, roots))
const acceptEveryPicture: JudgePictures = (_, report) => Promise.resolve(report)
const bothJudges: Verify = async (bytes, roots) => picture(bytes, await verifyToday(bytes, roots))

const renderersPresent = hasTool('mutool') && hasTool('pdftoppm')
const suite = renderersPresent ? describe : describe.skip

suite(renderersPresent ? 'the rendering oracle' : 'the rendering oracle: mutool or pdftoppm is not installed', () => {
  test('the verifier accepts no mutated file that looks different', async () => {
    process.stderr.write(`rendering oracle with TRAZO_FUZZ_SEED=${seed}\n`)
    const { tried, visible, escapes } = await runOracle(
      { mutations: SAMPLE, seed },
      { signers, renderers, judges: { structure: verifyToday, picture } },
    )
    expect(escapes.both.map(describeEscape)).toEqual([])
    expect(tried).toBe(SAMPLE)
    expect(visible).toBeGreaterThan(SAMPLE / 4)
  })

  test.each([
    ['table', 'sealed-twice'],
    ['stream', 'signed'],
  ] as const)(
    'permitted updates of a file with a cross-reference %s stay valid and look unchanged: %s',
    async (xref, stage) => {
      for (const control of await runControls({ xref, stage }, { signers, renderers, verify: bothJudges }))
        expect(control).toEqual({ ...control, believed: control.signatures, visible: [] })
    },
  )

  test.each([
    ['the structure judge', () => ({ structure: acceptEverything, picture }), ['structure']],
    ['the picture judge', () => ({ structure: verifyToday, picture: acceptEveryPicture }), ['picture']],
    ['both judges', () => ({ structure: acceptEverything, picture: acceptEveryPicture }), JUDGES],
  ] satisfies [string, () => Judges, readonly string[]][])(
    'the oracle detects that %s accepts every file',
    async (_, judgesWith, deceived) => {
      const judges = judgesWith()
      const { visible, escapes } = await runOracle({ mutations: 12, seed: 1 }, { signers, renderers, judges })
      expect(visible).toBeGreaterThan(0)
      const found = JUDGES.filter((name) => escapes[name].length > visible / 2)
      expect(found).toEqual(deceived)
    },
  )

  test('the same seed produces the same mutations', async () => {
    const first = await listMutations({ mutations: 24, seed }, signers)
    expect(first).toHaveLength(24)
    expect(await listMutations({ mutations: 24, seed }, await openSigners())).toEqual(first)
  })

  test.each(overriddenAppearances.map((each) => [each.name, each] as const))(
    'the verifier rejects a form update that overrides an appearance that the page draws: %s',
    async (_, each) => {
      const { signed, forged, areas } = await overrideAppearance(each, signers)
      const report = await verifyToday(forged, signers.roots)
      const shown = showSigned(signed)
      const seen = visibleIn(await look(shown, { bytes: forged }, renderers), shown, areas)
      expect([...seen.keys()]).toContain('mutool')
      expect(beliefsOf(report, signed.length)).toEqual([])
      expect(beliefsOf(await verifyToday(signed, signers.roots), signed.length)).not.toEqual([])
    },
  )
})
