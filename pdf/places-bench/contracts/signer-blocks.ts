import type { PlaceKind } from '../../src/places/index.ts'
import { blockLine, inlineLine, tagOf } from './blanks.ts'
import type { ContractStyle } from './contract-style.ts'
import type { ContractDice } from './dice.ts'
import { companyName, identityNumber, personName } from './words.ts'

interface BlockOptions {
  readonly dice: ContractDice
  readonly style: ContractStyle
  readonly party: string
}

type Block = (options: BlockOptions) => string

const cased = (text: string, { upperCase }: ContractStyle): string => (upperCase ? text.toUpperCase() : text)

const below = (...texts: readonly string[]): string => texts.map((text) => `<div>${text}</div>`).join('')

const nameBelow: Block = ({ dice, style, party }) => {
  const lines = [personName(dice), `Cédula ${identityNumber(dice)}`, cased(party, style)]
  const kept = dice.pick([lines, [lines[0] ?? '', lines[2] ?? ''], [lines[2] ?? '', lines[0] ?? ''], [lines[2] ?? '']])
  return blockLine(style.line, 'signature', dice.whole(130, 210)) + below(...kept)
}

const labelBelow: Block = ({ dice, style, party }) => {
  const label = dice.pick([
    'Firma',
    `Firma de ${party.toLowerCase().replace(/^el /, 'l ')}`.replace('de l ', 'del '),
    'Firma y sello',
    'Nombre y firma',
  ])
  return blockLine(style.line, 'signature', dice.whole(130, 200)) + below(label)
}

const labelled = (style: ContractStyle, label: string, kind: PlaceKind, points: number): string =>
  `<div class="row">${label} ${inlineLine(style.line, kind, points)}</div>`

const form: Block = ({ dice, style, party }) => {
  const width = dice.whole(110, 150)
  const rows = [
    labelled(style, 'Firma:', 'signature', width),
    labelled(style, dice.pick(['Nombre:', 'Nombre completo:']), 'name', width),
    labelled(style, dice.pick(['Cédula:', 'Identificación:', 'N.º de cédula:']), 'identification', width),
    labelled(style, 'Fecha:', 'date', width),
  ]
  return `<b>${cased(party, style)}</b>${rows.slice(0, dice.whole(2, 4)).join('')}`
}

const letterF: Block = ({ dice, style, party }) =>
  labelled(style, dice.pick(['f.', 'F.', 'f)', 'Firma']), 'signature', dice.whole(120, 160)) +
  below(personName(dice), cased(party, style))

const byCompany: Block = ({ dice, style, party }) =>
  `<div>${cased(companyName(dice), style)}</div>` +
  labelled(style, 'Por:', 'signature', dice.whole(120, 160)) +
  below(`Nombre: ${personName(dice)}`, `Cargo: ${party}`)

const partyAbove: Block = ({ dice, style, party }) =>
  `<div>${cased(party, style)}:</div><br><br>` +
  blockLine(style.line, 'signature', dice.whole(140, 200)) +
  below(personName(dice), identityNumber(dice))

const partyBeside: Block = ({ dice, style, party }) =>
  labelled(style, `${cased(party, style)}:`, 'signature', dice.whole(100, 140))

const tagged: Block = ({ dice, style, party }) =>
  `<br>${tagOf(dice, 'signature', party.replace(/^(El|La) /, '').toLowerCase())}${below(cased(party, style))}`

/** A rule that the words hang below, as many programs draw it. */
const topBorder: Block = ({ dice, style, party }) =>
  `<div data-place="signature" data-edge="top" class="hung" style="width:${dice.whole(140, 200)}pt">` +
  `${below(personName(dice), cased(party, style))}</div>`

const blocks: readonly [Block, ...Block[]] = [
  nameBelow,
  nameBelow,
  labelBelow,
  form,
  letterF,
  byCompany,
  partyAbove,
  partyBeside,
  tagged,
  topBorder,
]

/** @returns the blocks of some signers, in two columns or one under another */
export const signerBlocks = (dice: ContractDice, style: ContractStyle, parties: readonly string[]): string => {
  const block = dice.pick(blocks)
  const isStacked = parties.length <= 2 && dice.chance(0.25)
  const look = `signers${isStacked ? ' stacked' : ''}${style.centred ? ' centred' : ''}`
  const each = parties.map((party) => `<div class="signer">${block({ dice, style, party })}</div>`)
  return `<div class="${look}">${each.join('')}</div>`
}
