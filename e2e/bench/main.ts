import { join } from 'node:path'
import type { DocumentName } from './documents/index.ts'
import type { Finding } from './finding.ts'
import { isOver } from './finding.ts'
import type { BenchOptions, ScenarioName } from './options.ts'
import { parseOptions } from './options.ts'
import { openBrowser } from './page/open-browser.ts'
import { tableOf, writeReport } from './report.ts'
import { dragField } from './scenarios/drag-field.ts'
import { drawWaterfalls } from './scenarios/draw-waterfalls.ts'
import { measureFirstPages } from './scenarios/first-page.ts'
import { measureMemory } from './scenarios/memory.ts'
import { measurePageTurns } from './scenarios/page-turn.ts'
import type { Scenario } from './scenarios/scenario.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'

const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  'first-page': measureFirstPages,
  'page-turn': measurePageTurns,
  memory: measureMemory,
  drag: dragField,
  waterfall: drawWaterfalls,
}

const documentsOf = ({ scenarios: names, documents }: BenchOptions): DocumentName[] =>
  names.includes('memory') || names.includes('drag') ? [...new Set([...documents, 'scans' as const])] : [...documents]

const run = async (options: BenchOptions, stage: Stage): Promise<Finding[]> => {
  const browser = await openBrowser()
  try {
    const findings: Finding[] = []
    for (const name of options.scenarios) {
      console.error(`${name} …`)
      findings.push(...(await scenarios[name]({ stage, browser, options, log: (line) => console.error(`  ${line}`) })))
    }
    return findings
  } finally {
    await browser.close()
  }
}

const options = parseOptions(process.argv.slice(2))
const stage = await openStage(documentsOf(options), console.error)
try {
  const findings = await run(options, stage)
  if (findings.length > 0) {
    console.log(tableOf(findings))
    console.log(`\n${writeReport(join(import.meta.dirname, '../.build/bench'), findings, new Date())}`)
  }
  if (options.strict && findings.some(isOver)) process.exitCode = 1
} finally {
  await stage.close()
}
