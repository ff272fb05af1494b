import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keepPreview } from '../../../shell/server/preview-builds/preview-store.ts'
import { keepBuild } from '../../../shell/server/registry/kept-releases.ts'
import { pruneReleases } from '../../../shell/server/registry/prune-releases.ts'
import { keepShell } from '../../../shell/server/shells/kept-shells.ts'

/* Stores a shell and a preview, and deletes releases, as a running site does. Answers with folders: strace records them. */
const [, , root = '', preview = '', unused = ''] = process.argv
const dataDir = join(root, 'data')
const now = new Date()
const LATER_MS = 40 * 24 * 60 * 60 * 1000

const say = (what: string): Promise<unknown> => mkdir(join(root, `said-${what}`))

const assets = join(root, 'built', '5', 'assets')
await mkdir(assets, { recursive: true })
await writeFile(join(assets, 'main.js'), 'script of the shell')
await keepShell({ dataDir }, join(root, 'built', '5'), now)
await say('shell')

// As an upload makes it.
await mkdir(join(dataDir, 'previews', 'mf_auth'), { recursive: true })
await keepPreview(dataDir, preview, { kind: 'preview', id: '00000000', remote: 'mf_auth' }, now)
await say('preview')

await keepBuild({ dataDir }, unused, now)
await pruneReleases({ dataDir }, new Date(now.getTime() + LATER_MS))
await say('pruned')
