import type { TemplateSummary } from 'shared/http/annotations'

export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export const findTemplates = (templates: readonly TemplateSummary[], search: string): readonly TemplateSummary[] => {
  const words = fold(search).split(/\s+/u)
  return templates.filter(({ name, roles }) => {
    const text = fold([name, ...roles.map((role) => role.name)].join(' '))
    return words.every((word) => text.includes(word))
  })
}
