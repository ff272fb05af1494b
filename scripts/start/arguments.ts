import type { PublishedFiles } from '../../shell/server/registry/publish-release.ts'

const PUBLISH = '--publish'

export const parsePublishing = (args: readonly string[]): PublishedFiles => {
  const unknown = args.find((arg) => arg !== '--' && arg !== PUBLISH)
  if (unknown !== undefined)
    throw new Error(`No se entiende ${unknown}. Solo hay ${PUBLISH}: pone en vivo todo lo construido aquí.`)
  return args.includes(PUBLISH) ? 'all' : 'missing'
}
