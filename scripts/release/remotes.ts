import '../../shared/node/running-node.ts'
import { userInfo } from 'node:os'
import { DEFAULT_BUDGET } from '../../shared/build/checks/budgets.ts'
import { withReleaseStore } from '../../shell/server/bucket/open-release-store.ts'
import { setBudget } from '../../shell/server/registry/budgets.ts'
import { readStoredRegistry } from '../../shell/server/registry/registry-file.ts'
import type { ReleaseStore } from '../../shell/server/registry/release-store.ts'
import { refreshRegistry } from '../../shell/server/registry/update-registry.ts'
import { budgetsText } from './budgets-text.ts'
import { UsageError } from './parse-arguments.ts'
import { parseRemotes, REMOTES_USAGE, type RemotesCommand } from './parse-remotes.ts'

const perform = async (command: RemotesCommand, store: ReleaseStore): Promise<readonly string[]> => {
  if (command.kind === 'list') {
    if (store.shared) await refreshRegistry(store)
    return budgetsText((await readStoredRegistry(store.dataDir))?.budgets ?? [])
  }
  const { name, kilobytes } = command
  const budget = kilobytes ? { routeBytes: kilobytes.route * 1000, totalBytes: kilobytes.total * 1000 } : DEFAULT_BUDGET
  const { budgets = [] } = await setBudget(store, {
    remote: name,
    ...budget,
    at: new Date().toISOString(),
    by: userInfo().username.slice(0, 64),
  })
  return budgetsText(budgets.slice(-1))
}

try {
  const command = parseRemotes(process.argv.slice(2), process.env)
  for (const line of await withReleaseStore(command.dataDir, process.env, (store) => perform(command, store)))
    console.log(line)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof UsageError) console.error(`\n${REMOTES_USAGE}`)
  process.exitCode = 1
}
