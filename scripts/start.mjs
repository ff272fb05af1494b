import { continueOnWorkspaceNode, ensureInstalled } from './bootstrap.mjs'
import { checkStart } from './start/preflight.mjs'

const problem = await checkStart(process.env)
if (problem) {
  console.error(problem)
  process.exit(1)
}
await ensureInstalled()
await continueOnWorkspaceNode('start/main.ts')
