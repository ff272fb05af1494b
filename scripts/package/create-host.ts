import '../../shared/node/running-node.ts'
import { resolve } from 'node:path'
import { packShared, runCreation, TemplateError } from './copy-template.ts'
import { makeHost } from './make-host.ts'

const USAGE = 'pnpm create-host <carpeta>     por ejemplo: pnpm create-host ../portal'

await runCreation(async ([folder]) => {
  if (folder === undefined) throw new TemplateError(USAGE)
  const target = resolve(folder)
  makeHost(target)
  await packShared(target)
  return target
})
