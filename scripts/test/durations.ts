import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { inWorkspace } from '../workspace.ts'
import type { TimedFile } from './report.ts'
import type { Runner, TestFile } from './test-files.ts'

const FILE = inWorkspace('.build', 'test', 'durations.json')
const Durations = v.record(v.string(), v.number())

/** Seconds. */
const usual: Readonly<Record<Runner, number>> = { unit: 1, api: 4, stores: 15, scripts: 3, journeys: 25 }

const readDurations = (): Record<string, number> =>
  existsSync(FILE) ? v.parse(Durations, JSON.parse(readFileSync(FILE, 'utf8'))) : {}

export const expectedSeconds = (): ((test: TestFile) => number) => {
  const known = readDurations()
  return ({ file, runner }) => known[file] ?? usual[runner]
}

export const keepDurations = (files: readonly TimedFile[]): void => {
  const known = readDurations()
  for (const { file } of files) known[file] = 0
  for (const { file, ms } of files) known[file] = (known[file] ?? 0) + Math.round(ms) / 1000
  mkdirSync(dirname(FILE), { recursive: true })
  writeFileSync(FILE, JSON.stringify(known))
}
