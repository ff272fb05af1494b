import { inlineLine, tagOf } from './blanks.ts'
import type { ContractStyle } from './contract-style.ts'
import { rollStyle } from './contract-style.ts'
import { decorationOf, footOf, letterheadOf } from './decorations.ts'
import type { ContractDice } from './dice.ts'
import { contractDice } from './dice.ts'
import { clausesOf, contentsOf, datedLine, fillableParagraph, headingOf, tableOf } from './parts.ts'
import { scannedPages } from './scans.ts'
import { signerBlocks } from './signer-blocks.ts'
import { furtherParties, paragraphOf, partyPairs } from './words.ts'

export type ContractPaper = 'letter' | 'a4' | 'oficio' | 'wide'
export type PageTurn = 0 | 90 | 180 | 270

export interface MadeContract {
  readonly seed: number
  readonly layout: string
  readonly paper: ContractPaper
  /** Clockwise degrees by which the file turns its page. */
  readonly turn: PageTurn
  readonly css: string
  readonly pages: readonly string[]
}

type Made = Partial<Pick<MadeContract, 'paper' | 'turn'>> & Pick<MadeContract, 'pages'>
type Layout = (dice: ContractDice, style: ContractStyle) => Made

const parties = (dice: ContractDice, count: number): readonly string[] =>
  [...dice.pick(partyPairs), dice.pick(furtherParties), dice.pick(furtherParties)].slice(0, count)

const lastPage = (dice: ContractDice, style: ContractStyle, signers: number): string =>
  `<p class="filler">${paragraphOf(dice, 3)}</p>${datedLine(dice, style)}${signerBlocks(dice, style, parties(dice, signers))}`

const opening = (dice: ContractDice, style: ContractStyle): string =>
  `${headingOf(dice)}${fillableParagraph(dice, style)}`

const simple =
  (signers: number): Layout =>
  (dice, style) => ({
    pages: [opening(dice, style) + clausesOf(dice, dice.whole(3, 6)), lastPage(dice, style, signers)],
  })

const twoColumns: Layout = (dice, style) => ({
  pages: [
    `${headingOf(dice)}<div class="columns">${clausesOf(dice, 8)}</div>`,
    `<div class="columns">${clausesOf(dice, 4)}</div>${lastPage(dice, style, 2)}`,
  ],
})

const tables: Layout = (dice, style) => ({
  pages: [
    opening(dice, style) + tableOf(dice) + clausesOf(dice, 2) + tableOf(dice),
    tableOf(dice) + lastPage(dice, style, 2),
  ],
})

const decorated: Layout = (dice, style) => ({
  pages: [
    letterheadOf(dice) +
      opening(dice, style) +
      decorationOf(dice) +
      clausesOf(dice, 3) +
      decorationOf(dice) +
      footOf(dice),
    letterheadOf(dice) + contentsOf(dice) + decorationOf(dice) + lastPage(dice, style, 2) + footOf(dice),
  ],
})

const formRow = (dice: ContractDice, { line }: ContractStyle): string =>
  dice.pick([
    `<p class="loose">Nombre completo: ${inlineLine(line, 'name', 220)}</p>`,
    `<p class="loose">Cédula: ${inlineLine(line, 'identification', 110)} Fecha: ${inlineLine(line, 'date', 90)}</p>`,
    `<p class="loose">Domicilio: ${inlineLine(line, 'text', 250)}</p>`,
    `<p class="loose">Teléfono: ${inlineLine(line, 'text', 90)} Correo electrónico: ${inlineLine(line, 'text', 120)}</p>`,
    `<p class="loose">Estado civil: ${inlineLine(line, 'text', 90)} Profesión u oficio: ${inlineLine(line, 'text', 110)}</p>`,
    `<p class="loose">Cantidad solicitada: ${inlineLine(line, undefined, 90)}</p>`,
    `<p class="loose">Fecha de nacimiento: ${inlineLine(line, 'date', 110)}</p>`,
    `<p class="loose">V.º B.º: ${inlineLine(line, 'initials', 80)}</p>`,
    `<p class="loose">Iniciales: ${tagOf(dice, 'initials', 'solicitante')}</p>`,
    `<p class="loose">Dirección exacta: ${tagOf(dice, 'text', 'Dirección')}</p>`,
  ])

const form: Layout = (dice, style) => {
  const rows = Array.from({ length: dice.whole(6, 10) }, () => formRow(dice, style)).join('')
  return { pages: [`${headingOf(dice)}${rows}${dice.chance(0.5) ? tableOf(dice) : ''}${lastPage(dice, style, 1)}`] }
}

const landscape: Layout = (dice, style) => ({ ...simple(dice.pick([2, 2, 3]))(dice, style), paper: 'wide' })

const turned: Layout = (dice, style) => ({ ...simple(2)(dice, style), turn: dice.pick([90, 180, 270]) })

const scanned: Layout = (dice, style) => {
  const line = style.line === 'dots' ? 'dots' : 'underscores'
  return { pages: scannedPages(dice, simple(2)(dice, { ...style, line }).pages) }
}

const layouts: readonly (readonly [string, Layout])[] = [
  ['one column', simple(2)],
  ['two columns', twoColumns],
  ['tables', tables],
  ['scan with text', scanned],
  ['landscape', landscape],
  ['turned pages', turned],
  ['one signer', simple(1)],
  ['four signers', simple(4)],
  ['decorative rules', decorated],
  ['forms', form],
]

const papers: readonly [ContractPaper, ...ContractPaper[]] = ['letter', 'letter', 'a4', 'oficio']

/** The contract of a seed, always the same. */
export const makeContract = (seed: number): MadeContract => {
  const dice = contractDice(seed)
  const style = rollStyle(dice)
  const [layout, make] = layouts[seed % layouts.length] ?? ['one column', simple(2)]
  return { seed, layout, paper: dice.pick(papers), turn: 0, css: style.css, ...make(dice, style) }
}
