import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { findPlaces, readPageMarks } from '../src/places/index.ts'
import type { MadeContract } from './contracts/layouts.ts'
import { makeContract } from './contracts/layouts.ts'
import { printWithChromium } from './print-with-chromium.ts'
import { printWithLibreOffice } from './print-with-libreoffice.ts'
import { type PrintedContracts, runMaker } from './printed-contracts.ts'
import { type PageScore, scorePage } from './score-places.ts'

/**
 * `pnpm --filter pdf places-bench`: makes contracts with Chromium and with LibreOffice, finds their places, and compares
 * them with those that each maker reports. Measures the hidden half of the seeds: 150 contracts of each maker. The rules
 * were written with the other half, which `--visible` measures; `--list` names its misses.
 */
const SEEDS = 300
const BATCH = 25

interface ContractMaker {
  readonly name: string
  readonly program: string
  readonly print: (contracts: readonly MadeContract[]) => Promise<PrintedContracts>
}
const makers: readonly ContractMaker[] = [
  { name: 'Chromium', program: process.env.TRAZO_CHROMIUM ?? 'chromium-headless-shell', print: printWithChromium },
  { name: 'LibreOffice', program: 'soffice', print: printWithLibreOffice },
]

const isVisible = process.argv.includes('--visible')
const lists = isVisible && process.argv.includes('--list')

interface LayoutScore {
  contracts: number
  right: number
  missed: number
  wrong: number
}
const emptyScore = (): LayoutScore => ({ contracts: 0, right: 0, missed: 0, wrong: 0 })
type LayoutScores = Map<string, LayoutScore>
let unfit = 0

const listMisses = ({ seed, layout }: MadeContract, { missed, wrong }: PageScore): void => {
  for (const { kind, words, bottom } of missed)
    console.log(`missed  ${seed} ${layout}: ${kind} «${words}» ${bottom.toFixed(0)}`)
  for (const { kind, words, bottom } of wrong)
    console.log(`wrong   ${seed} ${layout}: ${kind} «${words}» ${bottom.toFixed(0)}`)
}

const measureBatch = async (scores: LayoutScores, { bytes, pages }: PrintedContracts): Promise<void> => {
  const pdf = await getDocument({ data: bytes, verbosity: 0 }).promise
  if (pages.length !== pdf.numPages) throw new Error(`${pdf.numPages} pages were printed, not ${pages.length}`)
  for (const [index, { contract, truth, turn }] of pages.entries()) {
    if (!truth.fits) {
      unfit += 1
      continue
    }
    const score = scores.get(contract.layout) ?? emptyScore()
    scores.set(contract.layout, score)
    const marks = await readPageMarks(await pdf.getPage(index + 1))
    const found = scorePage(findPlaces(marks), marks, truth, turn)
    score.right += found.right
    score.missed += found.missed.length
    score.wrong += found.wrong.length
    if (lists) listMisses(contract, found)
  }
  for (const { layout } of new Set(pages.map(({ contract }) => contract))) {
    const score = scores.get(layout)
    if (score !== undefined) score.contracts += 1
  }
  await pdf.loadingTask.destroy()
}

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`)

const rowOf = (maker: string, layout: string, { contracts, right, missed, wrong }: LayoutScore): string =>
  [
    maker.padEnd(11),
    layout.padEnd(18),
    String(contracts).padStart(9),
    String(right + missed).padStart(7),
    percent(right, right + missed).padStart(8),
    percent(right, right + wrong).padStart(10),
  ].join(' ')

const sumOf = (scores: Iterable<LayoutScore>): LayoutScore => {
  const total = emptyScore()
  for (const score of scores) {
    total.contracts += score.contracts
    total.right += score.right
    total.missed += score.missed
    total.wrong += score.wrong
  }
  return total
}

const isInstalled = (program: string): boolean => {
  try {
    return runMaker('which', [program]) !== ''
  } catch {
    return false
  }
}

const measureMaker = async ({ name, print }: ContractMaker): Promise<LayoutScore> => {
  const scores: LayoutScores = new Map()
  const seeds = Array.from({ length: SEEDS }, (_, index) => index).filter((seed) => seed % 20 < 10 === isVisible)
  for (let from = 0; from < seeds.length; from += BATCH)
    await measureBatch(scores, await print(seeds.slice(from, from + BATCH).map(makeContract)))
  for (const [layout, score] of scores) console.log(rowOf(name, layout, score))
  const total = sumOf(scores.values())
  console.log(rowOf(name, 'all', total))
  return total
}

console.log('maker       layout             contracts  places   recall  precision')
const totals: LayoutScore[] = []
const missing = makers.filter(({ program }) => !isInstalled(program))
for (const maker of makers) if (!missing.includes(maker)) totals.push(await measureMaker(maker))
if (totals.length > 1) console.log(rowOf('both', 'all', sumOf(totals)))
for (const { name, program } of missing) console.log(`${name} is not measured: ${program} is not installed.`)
if (unfit > 0) console.log(`${unfit} pages did not fit their paper and are not counted.`)
