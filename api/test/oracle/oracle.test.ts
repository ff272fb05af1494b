import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasTool } from 'pdf/testing/node'
import type { VerificationReport } from 'pdf/verify'
import { runControls } from './controls.ts'
import { beliefsOf, judge, showSigned, type Verify, verifyToday } from './judge.ts'
import { describeEscape, listMutations, runOracle } from './oracle.ts'
import { overriddenAppearances, overrideAppearance } from './overridden-appearance.ts'
import { openRenderers, type Renderers } from './renderers.ts'
import { openSigners, type Signers } from './sign-files.ts'

const SAMPLE = 60
const seed = Number(process.env.TRAZO_FUZZ_SEED ?? Date.now() % 2 ** 31)

let signers: Signers
let renderers: Renderers
let directory: string

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trazo-oracle-'))
  renderers = openRenderers(directory)
  signers = await openSigners()
})
afterAll(() => {
  renderers.close()
  rmSync(directory, { recursive: true })
})

const believing: Verify = async (bytes, roots) => {
  const report = await verifyToday(bytes, roots)
  if (report.kind !== 'signed') return report
  const signatures = report.signatures.map((each) => ({ ...each, verdict: 'valid', changes: [] }) as const)
  return { ...report, verdict: 'valid', signatures } satisfies VerificationReport
}

const renderersPresent = hasTool('mutool') && hasTool('pdftoppm')
const suite = renderersPresent ? describe : describe.skip

suite(renderersPresent ? 'the rendering oracle' : 'the rendering oracle: mutool or pdftoppm is not installed', () => {
  test('the verifier accepts no mutated file that looks different', async () => {
    process.stderr.write(`rendering oracle with TRAZO_FUZZ_SEED=${seed}\n`)
    const { tried, visible, escapes } = await runOracle({ mutations: SAMPLE, seed }, { signers, renderers })
    expect(escapes.map(describeEscape)).toEqual([])
    expect(tried).toBe(SAMPLE)
    expect(visible).toBeGreaterThan(SAMPLE / 4)
  })

  test.each([
    ['table', 'sealed-twice'],
    ['stream', 'signed'],
  ] as const)(
    'permitted updates of a file with a cross-reference %s stay valid and look unchanged: %s',
    async (xref, stage) => {
      for (const control of await runControls({ xref, stage }, { signers, renderers, verify: verifyToday }))
        expect(control).toEqual({ ...control, believed: control.signatures, visible: [] })
    },
  )

  test('the oracle detects a verifier that accepts every file', async () => {
    const { visible, escapes } = await runOracle({ mutations: 12, seed: 1, verify: believing }, { signers, renderers })
    expect(visible).toBeGreaterThan(0)
    expect(escapes.length).toBeGreaterThan(0)
  })

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
      const { seen } = await judge(showSigned(signed), { bytes: forged, areas }, report, renderers)
      expect([...seen.keys()]).toContain('mutool')
      expect(beliefsOf(report, signed.length)).toEqual([])
      expect(beliefsOf(await verifyToday(signed, signers.roots), signed.length)).not.toEqual([])
    },
  )
})
