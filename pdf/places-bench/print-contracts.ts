import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { contractsHtml } from './contracts/contract-html.ts'
import type { MadeContract } from './contracts/layouts.ts'

const truePlace = v.object({
  kind: v.picklist(['signature', 'initials', 'name', 'identification', 'date', 'text']),
  edge: v.picklist(['bottom', 'top']),
  words: v.string(),
  x: v.number(),
  y: v.number(),
  width: v.number(),
  height: v.number(),
})
const truePage = v.object({ fits: v.boolean(), width: v.number(), height: v.number(), places: v.array(truePlace) })

/** CSS pixels of the sheet, not yet turned. */
export type TruePage = v.InferOutput<typeof truePage>
export type TruePlace = v.InferOutput<typeof truePlace>

export interface PrintedContracts {
  readonly bytes: Uint8Array
  readonly truth: readonly TruePage[]
}

const browser = (): string => process.env.TRAZO_CHROMIUM ?? 'chromium-headless-shell'
const run = (program: string, options: readonly string[]): string =>
  execFileSync(program, options, { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] })

const turnPages = (file: string, contracts: readonly MadeContract[]): void => {
  let page = 0
  const options = contracts.flatMap(({ pages, turn }) => {
    const from = page + 1
    page += pages.length
    return turn === 0 ? [] : [`--rotate=+${turn}:${from}-${page}`]
  })
  if (options.length > 0) run('qpdf', ['--replace-input', ...options, file])
}

/** Prints contracts with Chromium, and asks the same page where its places are. */
export const printContracts = (contracts: readonly MadeContract[]): PrintedContracts => {
  const folder = mkdtempSync(join(tmpdir(), 'places-bench-'))
  try {
    const html = join(folder, 'contracts.html')
    const pdf = join(folder, 'contracts.pdf')
    writeFileSync(html, contractsHtml(contracts))
    run(browser(), ['--no-sandbox', '--no-pdf-header-footer', `--print-to-pdf=${pdf}`, `file://${html}`])
    turnPages(pdf, contracts)
    const dom = run(browser(), ['--no-sandbox', '--dump-dom', `file://${html}#truth`])
    const json = dom.slice(dom.indexOf('<body>') + '<body>'.length, dom.lastIndexOf('</body>'))
    const read: unknown = JSON.parse(json.replaceAll('&amp;', '&').replaceAll('&nbsp;', ' '))
    return { bytes: new Uint8Array(readFileSync(pdf)), truth: v.parse(v.array(truePage), read) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
