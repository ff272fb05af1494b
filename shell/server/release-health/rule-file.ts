import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { releasesFolder, replaceFile } from '../registry/registry-file.ts'
import type { HealthThresholds } from './verdict.ts'

/** As in `environment.ts`, for a site that has judged nothing yet. */
const USUAL_RULE: HealthThresholds = { factor: 1.5, minLoads: 200, distrustedGroups: 3 }

const RuleSchema = v.object({ factor: v.number(), minLoads: v.number(), distrustedGroups: v.number() })

const fileOf = (dataDir: string): string => join(releasesFolder(dataDir), 'health-rule.json')

/** The rule of the site, for commands, which need not know its settings. */
export const readHealthRule = async (dataDir: string): Promise<HealthThresholds> => {
  try {
    return v.parse(RuleSchema, JSON.parse(await readFile(fileOf(dataDir), 'utf8')))
  } catch {
    return USUAL_RULE
  }
}

/** Needs the registry's lock. */
export const writeHealthRule = (dataDir: string, { factor, minLoads, distrustedGroups }: HealthThresholds) =>
  replaceFile(fileOf(dataDir), JSON.stringify({ factor, minLoads, distrustedGroups }))
