import type { LineStyle } from './blanks.ts'
import { lineStyles } from './blanks.ts'
import type { ContractDice } from './dice.ts'

export interface ContractStyle {
  readonly line: LineStyle
  readonly css: string
  /** Blocks of signers are centred. */
  readonly centred: boolean
  readonly upperCase: boolean
}

const fonts: readonly [string, ...string[]] = [
  'Liberation Serif',
  'Liberation Sans',
  'Liberation Sans',
  'DejaVu Sans',
  'DejaVu Serif',
  'Liberation Sans Narrow',
]

export const rollStyle = (dice: ContractDice): ContractStyle => {
  const size = dice.whole(18, 24) / 2
  const step = dice.whole(120, 165) / 100
  const justified = dice.chance(0.5) ? 'text-align:justify' : ''
  return {
    line: dice.pick(lineStyles),
    css: `font:${size}pt/${step} '${dice.pick(fonts)}';--pad:${dice.whole(45, 80)}pt;${justified}`,
    centred: dice.chance(0.5),
    upperCase: dice.chance(0.4),
  }
}
