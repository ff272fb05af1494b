import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeEscape, runOracle } from './oracle.ts'
import { openRenderers } from './renderers.ts'
import { openSigners } from './sign-files.ts'

/**
 * `pnpm run oracle [mutations] [--seed n]
 * [--only group.index] [--keep folder]`
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, only: { type: 'string' }, keep: { type: 'string' } },
})
const seed = Number(values.seed ?? Date.now() % 2 ** 31)
const mutations = Number(positionals[0] ?? '2000')
const print = (line: string): void => void process.stdout.write(`${line}\n`)

print(`rendering oracle: ${mutations} mutations, seed ${seed}`)
const directory = mkdtempSync(join(tmpdir(), 'trazo-oracle-'))
const renderers = openRenderers(directory)
try {
  const { tried, visible, escapes } = await runOracle(
    {
      mutations,
      seed,
      ...(values.only === undefined ? {} : { only: values.only }),
      ...(values.keep === undefined ? {} : { keep: values.keep }),
      onEscape: (found) => print(describeEscape(found)),
    },
    { signers: await openSigners(), renderers },
  )
  print(`${tried} mutations, ${visible} visible, ${escapes.length} escaped (seed ${seed})`)
  process.exitCode = escapes.length === 0 ? 0 : 1
} finally {
  renderers.close()
  rmSync(directory, { recursive: true })
}
