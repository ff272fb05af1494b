import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Finding } from './finding.ts'
import { isOver } from './finding.ts'

const HEADINGS = ['scenario', 'what', 'document', 'line', 'ours', 'beside', 'figure', 'budget', '']

const figureOf = ({ figure, unit }: Pick<Finding, 'figure' | 'unit'>): string =>
  unit === 'ratio' ? figure.toFixed(2) : `${figure.toFixed(0)} ms`

const verdictOf = (finding: Finding): string => {
  if (finding.budget === undefined) return ''
  return isOver(finding) ? 'OVER' : 'ok'
}

const cellsOf = (finding: Finding): string[] => [
  finding.scenario,
  finding.subject,
  finding.document,
  finding.network,
  finding.ours,
  finding.base,
  figureOf(finding),
  finding.budget === undefined ? '–' : `≤ ${figureOf({ figure: finding.budget, unit: finding.unit })}`,
  verdictOf(finding),
]

export const tableOf = (findings: readonly Finding[]): string => {
  const rows = [HEADINGS, ...findings.map(cellsOf)]
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const writeReport = (folder: string, findings: readonly Finding[], now: Date): string => {
  const file = join(folder, `${now.toISOString().replaceAll(':', '-')}.json`)
  const machine = { cores: cpus().length, load: loadavg(), node: process.version }
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, `${JSON.stringify({ at: now.toISOString(), machine, findings }, undefined, 2)}\n`)
  return file
}
