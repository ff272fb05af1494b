import { parseArgs } from 'node:util'
import type { FrontEnd } from './front-end.ts'
import { buildRelease } from './release/run-release.ts'

export type { FrontEnd } from './front-end.ts'
export { SigningHostPlugin } from './webpack/signing-host.ts'

/**
 * Exits with 1 on failure. `--dev` serves the front end alone, `--dev
 * --hosted` in the shell of a running site.
 */
export const runFrontEnd = async (frontEnd: FrontEnd): Promise<void> => {
  const { values } = parseArgs({
    options: { dev: { type: 'boolean', default: false }, hosted: { type: 'boolean', default: false } },
  })
  try {
    if (values.dev) {
      const { serveForDevelopment } = await import('./run-dev.ts')
      await serveForDevelopment(frontEnd, values.hosted)
      return
    }
    const { record, built } = await buildRelease(frontEnd)
    console.log(`${record.name} ${record.release}${built ? '' : ' (sin cambios)'}`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
