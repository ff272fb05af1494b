import type { TemplateSummary } from 'shared/http/deferred'

export const foldName = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Of all templates, in alphabetical order. */
export const templateTags = (templates: readonly TemplateSummary[]): string[] =>
  [...new Set(templates.flatMap(({ tags = [] }) => tags))].toSorted((a, b) => a.localeCompare(b, 'es'))

export interface TemplateFilter {
  readonly search: string
  /** Empty for all. */
  readonly tag: string
}

export const findTemplates = (
  templates: readonly TemplateSummary[],
  { search, tag }: TemplateFilter,
): readonly TemplateSummary[] => {
  const words = foldName(search).split(/\s+/u)
  return templates.filter(({ name, roles, tags = [] }) => {
    if (tag !== '' && !tags.includes(tag)) return false
    const text = foldName([name, ...roles.map((role) => role.name)].join(' '))
    return words.every((word) => text.includes(word))
  })
}
