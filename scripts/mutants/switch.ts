/*
 * Preloaded into every process and thread of a mutation run. Jest's sandboxes, threads and child processes find
 * `isMutant` on `node:module`, which all of them share. The process that runs Jest sets the active mutant itself;
 * the others read it from a file.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import nodeModule from 'node:module'

export interface MutantSwitch {
  isMutant: (id: number) => boolean
  /** @param scope number of the running test while hits are recorded, otherwise 0 */
  setMutant: (active: number, scope: number, onHit?: (id: number) => void) => void
  /** @param event a name of jest-circus */
  onTestEvent?: (event: string, testName: string) => void
}

/** Milliseconds until a thread or child reads the file again. */
const STALE_MS = 1

const switchIn = (file: string): MutantSwitch => {
  let [active, scope, leads, readAt] = [0, 0, false, Number.NEGATIVE_INFINITY]
  let hear: ((id: number) => void) | undefined
  const seen = new Set<number>()
  const refresh = (): void => {
    if (performance.now() - readAt < STALE_MS) return
    const [nextActive, nextScope] = readFileSync(file, 'utf8').split(' ').map(Number)
    // The file is being written.
    if (nextActive === undefined || nextScope === undefined) return
    if (nextScope !== scope) seen.clear()
    active = nextActive
    scope = nextScope
    readAt = performance.now()
  }
  return {
    isMutant: (id) => {
      if (!leads) refresh()
      if (scope !== 0 && !seen.has(id)) {
        seen.add(id)
        if (hear) hear(id)
        else appendFileSync(`${file}.hits`, `${scope} ${id}\n`)
      }
      return id === active
    },
    setMutant: (nextActive, nextScope, onHit) => {
      active = nextActive
      scope = nextScope
      hear = onHit
      leads = true
      seen.clear()
      writeFileSync(file, `${active} ${scope}`)
    },
  }
}

const { TRAZO_MUTANT_FILE } = process.env
if (TRAZO_MUTANT_FILE !== undefined) Object.assign(nodeModule, switchIn(TRAZO_MUTANT_FILE))
