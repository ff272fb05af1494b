import type { TemplateSummary } from 'shared/http/deferred'

export const foldName = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export const findTemplates = (templates: readonly TemplateSummary[], search: string): readonly TemplateSummary[] => {
  const words = foldName(search).split(/\s+/u)
  return templates.filter(({ name, roles }) => {
    const text = foldName([name, ...roles.map((role) => role.name)].join(' '))
    return words.every((word) => text.includes(word))
  })
}
