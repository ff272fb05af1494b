import { basename } from 'node:path'
import { copyTemplate } from './copy-template.ts'

/** The npm registry's rules; the folder may break them. */
const packageName = (folder: string): string =>
  basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'portal'

/**
 * Copies the template of a page that mounts remotes, without the package of
 * `shared`.
 *
 * @throws TemplateError if the folder is not empty
 */
export const makeHost = (folder: string): void =>
  copyTemplate('host', folder, (text) => text.replaceAll('portal-example', packageName(folder)))
