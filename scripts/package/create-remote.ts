import { resolve } from 'node:path'
import { inWorkspace } from '../workspace.ts'
import { makeRemote, TemplateError } from './make-remote.ts'
import { runPnpm } from './run-pnpm.ts'

const USAGE = 'pnpm create-remote <carpeta> <nombre>     por ejemplo: pnpm create-remote ../mf-reportes mf_reportes'

const createRemote = async ([folder, name]: readonly string[]): Promise<void> => {
  if (folder === undefined || name === undefined) throw new TemplateError(USAGE)
  const target = resolve(folder)
  makeRemote(target, name)
  if ((await runPnpm(['pack', '--pack-destination', `${target}/vendor`], inWorkspace('shared'))) !== 0)
    throw new TemplateError('shared no se pudo empaquetar.')
  console.log(`${target} está listo. Sigue su README.md.`)
}

try {
  await createRemote(process.argv.slice(2).filter((argument) => argument !== '--'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
