import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { verifyToday } from './judge.ts'
import { describeEscape, type Escape, JUDGES, type JudgeName, runOracle } from './oracle.ts'
import { openPictureJudge } from './picture-judge.ts'
import { openRenderers } from './renderers.ts'
import { openSigners } from './sign-files.ts'

/**
 * `pnpm run oracle [mutations] [--seed n]
 * [--only group.index] [--keep folder] [--show judge]`
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    only: { type: 'string' },
    keep: { type: 'string' },
    show: { type: 'string' },
  },
})
const seed = Number(values.seed ?? Date.now() % 2 ** 31)
const mutations = Number(positionals[0] ?? '5000')
const print = (line: string): void => void process.stdout.write(`${line}\n`)

function countBy(escapes: readonly Escape[], key: (found: Escape) => string): [string, number][] {
  const counts = new Map<string, number>()
  for (const each of escapes) counts.set(key(each), (counts.get(key(each)) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])
}

function printCounts(name: JudgeName, escapes: readonly Escape[]): void {
  const inSeveral = escapes.filter(({ renderers: seen }) => seen.size > 1).length
  print(`${name}: ${escapes.length} escaped, ${inSeveral} of them in two renderers or more`)
  for (const [key, count] of countBy(escapes, ({ kind, means }) => `${kind}: ${means}`)) print(`  ${count} ${key}`)
}

print(`rendering oracle: ${mutations} mutations, seed ${seed}`)
const directory = mkdtempSync(join(tmpdir(), 'trazo-oracle-'))
const renderers = openRenderers(directory)
const shown = values.show ?? 'both'
try {
  const start = performance.now()
  const { tried, visible, escapes } = await runOracle(
    {
      mutations,
      seed,
      ...(values.only === undefined ? {} : { only: values.only }),
      ...(values.keep === undefined ? {} : { keep: values.keep }),
      onProgress: (tried) => void (tried % 250 === 0 && process.stderr.write(`${tried} tried\n`)),
      onEscape: (found) => (found.judge === shown ? print(describeEscape(found)) : undefined),
    },
    { signers: await openSigners(), renderers, judges: { structure: verifyToday, picture: await openPictureJudge() } },
  )
  const seconds = (performance.now() - start) / 1000
  print(`${tried} mutations, ${visible} visible (seed ${seed}), ${(tried / seconds).toFixed(1)} a second`)
  for (const name of JUDGES) printCounts(name, escapes[name])
  process.exitCode = escapes.both.length === 0 ? 0 : 1
} finally {
  renderers.close()
  rmSync(directory, { recursive: true })
}
