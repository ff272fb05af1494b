import '../../shared/node/running-node.ts'
import { parseRelease, RELEASE_USAGE, UsageError } from './parse-arguments.ts'
import { runRelease } from './release.ts'

try {
  await runRelease(parseRelease(process.argv.slice(2), process.env), console.log, () => new Date())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof UsageError) console.error(`\n${RELEASE_USAGE}`)
  process.exitCode = 1
}
