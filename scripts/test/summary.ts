import type { Failure, Report, TimedFile } from './report.ts'

const SLOWEST = 10
const MESSAGE_LINES = 25

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(6)} s`

/** For example `1 min 5 s`. */
export const duration = (ms: number): string => {
  const total = Math.round(ms / 1000)
  return total < 60 ? `${total} s` : `${Math.floor(total / 60)} min ${total % 60} s`
}

const slowestFiles = (files: readonly TimedFile[]): string[] => {
  const sums = new Map<string, number>()
  for (const { file, ms } of files) sums.set(file, (sums.get(file) ?? 0) + ms)
  const sorted = [...sums].sort(([, a], [, b]) => b - a).slice(0, SLOWEST)
  return sorted.length === 0
    ? []
    : ['', 'Los archivos más lentos:', ...sorted.map(([file, ms]) => `${seconds(ms)}  ${file}`)]
}

const lines = ({ file, title, message, trace, repeat }: Failure): string[] => [
  '',
  `✗ ${[file, title].filter((part) => part !== '').join(' › ')}`,
  ...message
    .trimEnd()
    .split('\n')
    .slice(0, MESSAGE_LINES)
    .map((line) => `  ${line}`),
  ...(trace ? [`  Traza: ${trace}`] : []),
  ...(repeat ? [`  Repetir: ${repeat}`] : []),
]

/**
 * Machine-readable: `12 passed, 0
 * failed`, with `, 3 skipped` if any.
 */
export const closingLine = ({ passed, failed, skipped }: Report): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

export const summary = (report: Report, ms: number): string =>
  [
    ...slowestFiles(report.files),
    ...report.failures.flatMap(lines),
    '',
    `Duración: ${duration(ms)}`,
    closingLine(report),
  ].join('\n')
