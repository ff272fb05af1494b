import { continueOnWorkspaceNode, ensureInstalled } from './bootstrap.mjs'

await ensureInstalled()
await continueOnWorkspaceNode('test/main.ts')
