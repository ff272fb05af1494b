import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { contractsHtml } from './contracts/contract-html.ts'
import type { MadeContract } from './contracts/layouts.ts'
import { type PrintedContracts, runMaker, truePages } from './printed-contracts.ts'

const browser = (): string => process.env.TRAZO_CHROMIUM ?? 'chromium-headless-shell'
const turnPages = (file: string, contracts: readonly MadeContract[]): void => {
  let page = 0
  const options = contracts.flatMap(({ pages, turn }) => {
    const from = page + 1
    page += pages.length
    return turn === 0 ? [] : [`--rotate=+${turn}:${from}-${page}`]
  })
  if (options.length > 0) runMaker('qpdf', ['--replace-input', ...options, file])
}

/** Prints contracts with Chromium, and asks the same page where its places are. */
export const printWithChromium = async (contracts: readonly MadeContract[]): Promise<PrintedContracts> => {
  const folder = mkdtempSync(join(tmpdir(), 'places-bench-'))
  try {
    const html = join(folder, 'contracts.html')
    const pdf = join(folder, 'contracts.pdf')
    writeFileSync(html, contractsHtml(contracts))
    runMaker(browser(), ['--no-sandbox', '--no-pdf-header-footer', `--print-to-pdf=${pdf}`, `file://${html}`])
    turnPages(pdf, contracts)
    const dom = runMaker(browser(), ['--no-sandbox', '--dump-dom', `file://${html}#truth`])
    const json = dom.slice(dom.indexOf('<body>') + '<body>'.length, dom.lastIndexOf('</body>'))
    const read: unknown = JSON.parse(json.replaceAll('&amp;', '&').replaceAll('&nbsp;', ' '))
    const truth = v.parse(truePages, read)
    const sheets = contracts.flatMap((contract) => contract.pages.map(() => contract))
    if (truth.length !== sheets.length) throw new Error(`${truth.length} pages were laid out, not ${sheets.length}`)
    const pages = sheets.flatMap((contract, index) => {
      const page = truth[index]
      return page === undefined ? [] : [{ contract, truth: page, turn: contract.turn }]
    })
    return { bytes: new Uint8Array(readFileSync(pdf)), pages }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
