import { fileURLToPath } from 'node:url'
import { hasTool, pdfsig, runOn } from '../src/testing/node/index.ts'
import type { CaseVerdict } from './generate/case.ts'
import { bytesOf, isJudgedRight, openJudge, pathOf, readVerdicts, victimsOf } from './judge.ts'

/**
 * `pnpm --filter pdf attacks [file …]`: asks pdfsig, mutool and
 * this verifier, and prints who is deceived.
 */
interface Answer {
  readonly words: string
  readonly isRight: boolean
}
type Ask = (bytes: Uint8Array, verdict: CaseVerdict) => Promise<Answer>

/** A document time stamp has no signer: neither program knows it. */
const SIGNERS: Readonly<Record<string, string>> = { ana: 'Ana Mora', luis: 'Luis Rojas' }

/** These programs do not say what came later, so `valid` is all that they can get right. */
function answerOf(
  found: readonly { readonly valid: boolean; readonly wholeDocument: boolean }[],
  verdict: CaseVerdict,
): Answer {
  const isValid = found.length > 0 && found.every(({ valid }) => valid)
  const isWhole = found.every(({ wholeDocument }) => wholeDocument)
  const words = isValid ? (isWhole ? 'valid' : 'valid, with later parts') : 'not valid'
  return { words, isRight: isValid === (verdict.right === 'accept' || verdict.class === 'control') }
}

const askPdfsig: Ask = async (bytes, verdict) =>
  answerOf(
    pdfsig(bytes).filter(({ field }) => verdict.victims.includes(field) && field in SIGNERS),
    verdict,
  )

const askMutool: Ask = async (bytes, verdict) => {
  const { output } = runOn(bytes, 'mutool', ['sign', '-v'])
  const names = verdict.victims.flatMap((victim) => SIGNERS[victim] ?? [])
  const blocks = output
    .split(/^Verifying signature/m)
    .filter((block) => names.some((each) => block.includes(`cn=${each},`)))
  const found = blocks.map((block) => ({
    valid: /unchanged since signing|signature is valid but/.test(block),
    wholeDocument: block.includes('unchanged since signing'),
  }))
  return answerOf(found, verdict)
}

async function openOwn(): Promise<Ask> {
  const judge = await openJudge()
  return async (bytes, verdict) => {
    const report = await judge(bytes)
    const words = [...new Set(victimsOf(report, verdict).map(({ verdict: each }) => each))].join(', ')
    return { words: words === '' ? report.kind : words, isRight: isJudgedRight(report, verdict) }
  }
}

/** The other programs do not know the test root. */
const isAskable = (program: string, { file }: CaseVerdict): boolean =>
  program === 'trazo' || !file.startsWith('7-certificate-')

const programs: readonly (readonly [string, Ask])[] = [
  ...(hasTool('pdfsig') ? [['pdfsig', askPdfsig] as const] : []),
  ...(hasTool('mutool') ? [['mutool', askMutool] as const] : []),
  ['trazo', await openOwn()],
]
const wanted = process.argv.slice(2)
const verdicts = readVerdicts().filter(({ file }) => wanted.length === 0 || wanted.some((each) => file.includes(each)))
const rows: string[][] = [['file', 'right', ...programs.map(([name]) => name)]]
const wrong = new Map(programs.map(([name]) => [name, 0]))
const asked = new Map(programs.map(([name]) => [name, 0]))
const count = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)

for (const verdict of verdicts) {
  const cells: string[] = []
  for (const [name, ask] of programs) {
    if (!isAskable(name, verdict)) {
      cells.push('not asked')
      continue
    }
    const { words, isRight } = await ask(bytesOf(verdict), verdict)
    count(asked, name)
    if (!isRight) count(wrong, name)
    cells.push(`${isRight ? '  ' : '✗ '}${words}`)
  }
  rows.push([verdict.file.replace('.pdf', ''), verdict.right, ...cells])
}
rows.push(['wrong', '', ...programs.map(([name]) => `  ${wrong.get(name)} of ${asked.get(name)}`)])
const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
for (const row of rows)
  process.stdout.write(
    `${row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()}\n`,
  )
if (wanted.length === 1)
  for (const each of verdicts)
    process.stdout.write(`\n${fileURLToPath(pathOf(each))}\n${each.attack}\n${each.why}\n${each.source}\n`)
process.exitCode = wrong.get('trazo') === 0 ? 0 : 1
