import type { ContractDice } from './dice.ts'

/** Errors of the text layer of a scan: it is a little off, and some lines are read in pieces. */
export const scannedPages = (dice: ContractDice, pages: readonly string[]): readonly string[] =>
  pages.map((page) => {
    const tilt = (dice.next() - 0.5) * 0.8
    const broken = page.replace(/_{12,}/g, (line) =>
      dice.chance(0.3) ? `${line.slice(0, line.length / 2)} ${line.slice(line.length / 2)}` : line,
    )
    const inner = broken.replace(/<p /g, () => `<p data-shift="${((dice.next() - 0.5) * 2).toFixed(1)}" `)
    return `<div class="scanned" style="rotate:${tilt.toFixed(2)}deg">${inner}</div>`
  })
