import '../../shared/node/running-node.ts'
import { resolve } from 'node:path'
import { packShared, runCreation, TemplateError } from './copy-template.ts'
import { makeRemote } from './make-remote.ts'

const USAGE = 'pnpm create-remote <carpeta> <nombre>     por ejemplo: pnpm create-remote ../mf-reportes mf_reportes'

await runCreation(async ([folder, name]) => {
  if (folder === undefined || name === undefined) throw new TemplateError(USAGE)
  const target = resolve(folder)
  makeRemote(target, name)
  await packShared(target)
  return target
})
