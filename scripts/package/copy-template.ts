import { cpSync, existsSync, globSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPackage } from '../../shared/build/package-info.ts'
import { inWorkspace } from '../workspace.ts'
import { exactVersion } from './manifest.ts'
import { runPnpm } from './run-pnpm.ts'

export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

/** As `pnpm pack` names it. */
const packedName = (): string => `shared-${readPackage(inWorkspace('shared')).version}.tgz`

const installedIn = (library: string): string =>
  [inWorkspace('shared'), inWorkspace()].find((root) => existsSync(join(root, 'node_modules', library))) ?? ''

const withVersions = (text: string): string =>
  text
    .replaceAll('shared.tgz', packedName())
    .replaceAll(
      /"([^"]+)": "catalog:"/g,
      (_, library: string) => `"${library}": "${exactVersion(installedIn(library), library)}"`,
    )

/**
 * Copies the template with exact versions, without the package of `shared`.
 *
 * @param template folder in `templates`
 * @throws TemplateError if the folder is not empty
 */
export const copyTemplate = (template: string, folder: string, adapt: (text: string) => string): void => {
  if (existsSync(folder) && readdirSync(folder).some((entry) => entry !== '.git'))
    throw new TemplateError(`${folder} no está vacía.`)
  cpSync(inWorkspace('templates', template), folder, {
    recursive: true,
    filter: (source) => !/[\\/](node_modules|dist|\.build)$/.test(source),
  })
  for (const entry of globSync('**/*', { cwd: folder }).map((path) => join(folder, path)))
    if (statSync(entry).isFile()) writeFileSync(entry, withVersions(adapt(readFileSync(entry, 'utf8'))))
}

/** @throws TemplateError */
export const packShared = async (folder: string): Promise<void> => {
  if ((await runPnpm(['pack', '--pack-destination', join(folder, 'vendor')], inWorkspace('shared'))) !== 0)
    throw new TemplateError('shared no se pudo empaquetar.')
}

/** Runs a command with its words, and states its result. */
export const runCreation = async (create: (words: readonly string[]) => Promise<string>): Promise<void> => {
  try {
    const folder = await create(process.argv.slice(2).filter((argument) => argument !== '--'))
    console.log(`${folder} está listo. Sigue su README.md.`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
