import { cpSync, existsSync, globSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { readPackage } from '../../shared/build/package-info.ts'
import { RemoteNameSchema } from '../../shared/src/contract/site/remote.ts'
import { inWorkspace } from '../workspace.ts'
import { exactVersion } from './manifest.ts'

const TEMPLATE = inWorkspace('templates', 'remote')

export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

/** As `pnpm pack` names it. */
const packedName = (): string => `shared-${readPackage(inWorkspace('shared')).version}.tgz`

const installedIn = (library: string): string =>
  [inWorkspace('shared'), inWorkspace()].find((root) => existsSync(join(root, 'node_modules', library))) ?? ''

const adapt = (text: string, name: string): string => {
  const words = name.replace('mf_', '').replaceAll('_', ' ')
  return text
    .replaceAll('mf_example', name)
    .replaceAll('mf-example', name.replaceAll('_', '-'))
    .replaceAll(/\/example\b/g, `/${words.replaceAll(' ', '-')}`)
    .replaceAll('Ejemplo', words.charAt(0).toUpperCase() + words.slice(1))
    .replaceAll('shared.tgz', packedName())
    .replaceAll(
      /"([^"]+)": "catalog:"/g,
      (_, library: string) => `"${library}": "${exactVersion(installedIn(library), library)}"`,
    )
}

/**
 * Copies the template, without the package of `shared`.
 *
 * @param name `mf_reports`
 * @throws TemplateError if the folder is not empty
 */
export const makeRemote = (folder: string, name: string): void => {
  if (!v.is(RemoteNameSchema, name))
    throw new TemplateError(`${name} no sirve de nombre: mf_ y minúsculas, cifras o guiones bajos, como mf_reportes.`)
  if (existsSync(folder) && readdirSync(folder).some((entry) => entry !== '.git'))
    throw new TemplateError(`${folder} no está vacía.`)
  cpSync(TEMPLATE, folder, {
    recursive: true,
    filter: (source) => !/[\\/](node_modules|dist|\.build)$/.test(source),
  })
  for (const entry of globSync('**/*', { cwd: folder }).map((path) => join(folder, path)))
    if (statSync(entry).isFile()) writeFileSync(entry, adapt(readFileSync(entry, 'utf8'), name))
}
