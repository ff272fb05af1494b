import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { StatedBudget } from '../checks/budgets.ts'

/** Milliseconds. */
const FETCH_TIMEOUT_MS = 10_000

const Budget = v.object({ routeBytes: v.number(), totalBytes: v.number() })
const OfSite = v.object({ budgets: v.optional(v.record(v.string(), Budget), {}) })
const InFile = v.object({ budgets: v.optional(v.array(v.object({ ...Budget.entries, remote: v.string() })), []) })

/** Undefined: the default. Publishing checks it again, so a site that does not say it decides then. */
export const budgetOfSite = async (site: string, name: string): Promise<StatedBudget | undefined> => {
  try {
    const answer = await fetch(new URL('/registry.json', site), { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
    return v.parse(OfSite, await answer.json()).budgets[name]
  } catch {
    return undefined
  }
}

/** @param dataDir of a site on this machine */
export const budgetInFolder = async (dataDir: string, name: string): Promise<StatedBudget | undefined> => {
  try {
    const file = v.parse(InFile, JSON.parse(await readFile(join(dataDir, 'releases', 'registry.json'), 'utf8')))
    return file.budgets.findLast(({ remote }) => remote === name)
  } catch {
    return undefined
  }
}
