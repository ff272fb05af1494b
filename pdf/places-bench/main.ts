import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { findPlaces, readPageMarks } from '../src/places/index.ts'
import type { MadeContract } from './contracts/layouts.ts'
import { makeContract } from './contracts/layouts.ts'
import { printContracts } from './print-contracts.ts'
import { type PageScore, scorePage } from './score-places.ts'

/**
 * `pnpm --filter pdf places-bench`: prints contracts with Chromium, finds their places, and compares them with those that
 * the page itself reports. Measures the hidden half of the seeds. The rules were written with the other half, which
 * `--visible` measures; `--list` names its misses.
 */
const CONTRACTS = 300
const MAKER = 'Chromium'
const BATCH = 25

const isVisible = process.argv.includes('--visible')
const lists = isVisible && process.argv.includes('--list')

interface LayoutScore {
  contracts: number
  right: number
  missed: number
  wrong: number
}
const scores = new Map<string, LayoutScore>()
let unfit = 0

const scoreOf = (layout: string): LayoutScore => {
  const score = scores.get(layout) ?? { contracts: 0, right: 0, missed: 0, wrong: 0 }
  scores.set(layout, score)
  return score
}

const listMisses = ({ seed, layout }: MadeContract, { missed, wrong }: PageScore): void => {
  for (const { kind, words, bottom } of missed)
    console.log(`missed  ${seed} ${layout}: ${kind} «${words}» ${bottom.toFixed(0)}`)
  for (const { kind, words, bottom } of wrong)
    console.log(`wrong   ${seed} ${layout}: ${kind} «${words}» ${bottom.toFixed(0)}`)
}

const measureBatch = async (contracts: readonly MadeContract[]): Promise<void> => {
  const { bytes, truth } = printContracts(contracts)
  const pdf = await getDocument({ data: bytes, verbosity: 0 }).promise
  let number = 0
  for (const contract of contracts) {
    const score = scoreOf(contract.layout)
    score.contracts += 1
    for (const _ of contract.pages) {
      const page = truth[number]
      number += 1
      if (!page?.fits) {
        unfit += 1
        continue
      }
      const marks = await readPageMarks(await pdf.getPage(number))
      const found = scorePage(findPlaces(marks), marks, page, contract.turn)
      score.right += found.right
      score.missed += found.missed.length
      score.wrong += found.wrong.length
      if (lists) listMisses(contract, found)
    }
  }
  if (number !== pdf.numPages) throw new Error(`${pdf.numPages} pages were printed, not ${number}`)
}

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`)

const rowOf = (layout: string, { contracts, right, missed, wrong }: LayoutScore): string =>
  [
    MAKER.padEnd(10),
    layout.padEnd(18),
    String(contracts).padStart(9),
    String(right + missed).padStart(7),
    percent(right, right + missed).padStart(8),
    percent(right, right + wrong).padStart(10),
  ].join(' ')

const seeds = Array.from({ length: CONTRACTS }, (_, index) => index).filter((seed) => seed % 20 < 10 === isVisible)
for (let from = 0; from < seeds.length; from += BATCH)
  await measureBatch(seeds.slice(from, from + BATCH).map(makeContract))

const total: LayoutScore = { contracts: 0, right: 0, missed: 0, wrong: 0 }
console.log('maker      layout             contracts  places   recall  precision')
for (const [layout, score] of scores) {
  console.log(rowOf(layout, score))
  total.contracts += score.contracts
  total.right += score.right
  total.missed += score.missed
  total.wrong += score.wrong
}
console.log(rowOf('all', total))
if (unfit > 0) console.log(`${unfit} pages did not fit their paper and are not counted.`)
