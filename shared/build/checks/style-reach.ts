import { type Declaration, Features, type Rule, type Selector, type SelectorComponent, transform } from 'lightningcss'

/** Names in style sheets that count on the whole page. */
export interface StyleNames {
  /** `.button`, `#menu`, `[data-theme]` */
  readonly elements: ReadonlySet<string>
  /** Custom properties, keyframes and fonts. */
  readonly globals: ReadonlySet<string>
}

const FILE = { filename: 'style.css', sourceMap: false } as const

/** Resolves nested rules first. */
const visitRules = (css: string, visit: (rule: Rule) => void, errorRecovery = false): void => {
  const options = { ...FILE, errorRecovery }
  const { code } = transform({ ...options, code: Buffer.from(css), include: Features.Nesting })
  transform({ ...options, code, visitor: { Rule: (rule) => visit(rule as Rule) } })
}

const innerOf = (part: SelectorComponent): readonly Selector[] => {
  if (part.type !== 'pseudo-class') return []
  return 'selectors' in part && Array.isArray(part.selectors) ? part.selectors.filter(Array.isArray) : []
}

const elementName = (part: SelectorComponent): string | undefined => {
  if (part.type === 'class') return `.${part.name}`
  if (part.type === 'id') return `#${part.name}`
  return part.type === 'attribute' && part.name.startsWith('data-') ? `[${part.name}]` : undefined
}

const elementsIn = (selector: Selector): string[] =>
  selector.flatMap((part) => elementName(part) ?? innerOf(part).flatMap(elementsIn))

const customProperties = (declarations: readonly Declaration[]): string[] =>
  declarations.flatMap((declaration) =>
    declaration.property === 'custom' && declaration.value.name.startsWith('--') ? [declaration.value.name] : [],
  )

/** Without those of a style rule. */
const globalsOf = (rule: Rule): string[] => {
  if (rule.type === 'keyframes') return [`@keyframes ${rule.value.name.value}`]
  if (rule.type === 'property') return [rule.value.name]
  if (rule.type !== 'font-face') return []
  return rule.value.properties.flatMap((property) =>
    property.type === 'font-family' ? [`@font-face ${property.value}`] : [],
  )
}

const declarationsOf = ({ declarations }: Extract<Rule, { type: 'style' }>['value']): Declaration[] => [
  ...(declarations?.declarations ?? []),
  ...(declarations?.importantDeclarations ?? []),
]

/** Skips what is broken, as browsers do. */
export const styleNamesIn = (sheets: readonly string[]): StyleNames => {
  const elements = new Set<string>()
  const globals = new Set<string>()
  for (const css of sheets)
    visitRules(
      css,
      (rule) => {
        for (const name of globalsOf(rule)) globals.add(name)
        if (rule.type !== 'style') return
        for (const name of rule.value.selectors.flatMap(elementsIn)) elements.add(name)
        for (const name of customProperties(declarationsOf(rule.value))) globals.add(name)
      },
      true,
    )
  return { elements, globals }
}

type IsOwn = (element: string) => boolean

const isOwnPart = (part: SelectorComponent, isOwn: IsOwn): boolean => {
  const element = elementName(part)
  if (element !== undefined) return isOwn(element)
  const isAlternative = part.type === 'pseudo-class' && (part.kind === 'is' || part.kind === 'where')
  return isAlternative && innerOf(part).every((selector) => staysInside(selector, isOwn))
}

/** Whether it names an own element: then its subject is that, or near it. */
const staysInside = (selector: Selector, isOwn: IsOwn): boolean => selector.some((part) => isOwnPart(part, isOwn))

const COMBINATORS: Readonly<Record<string, string>> = { child: ' > ', 'next-sibling': ' + ', 'later-sibling': ' ~ ' }

const partText = (part: SelectorComponent): string => {
  if (part.type === 'combinator') return COMBINATORS[part.value] ?? ' '
  if (part.type === 'pseudo-class' || part.type === 'pseudo-element') return `:${part.kind}`
  if (part.type === 'universal') return '*'
  if (part.type === 'attribute') return `[${part.name}]`
  return elementName(part) ?? ('name' in part ? String(part.name) : '')
}

const selectorText = (selector: Selector): string => selector.map(partText).join('')

const PAGE_WIDE = new Set(['page', 'import', 'namespace', 'view-transition', 'counter-style', 'font-palette-values'])

const reachOfRule = (rule: Rule, others: StyleNames): string[] => {
  if (PAGE_WIDE.has(rule.type)) return [`@${rule.type}`]
  if (rule.type === 'unknown') return [`@${rule.value.name}`]
  const taken = globalsOf(rule).filter((name) => others.globals.has(name))
  if (rule.type !== 'style') return taken
  const declarations = declarationsOf(rule.value)
  const properties = customProperties(declarations)
  const outside = rule.value.selectors.filter(
    (selector) => !staysInside(selector, (name) => !others.elements.has(name)),
  )
  if (outside.length === 0) return []
  return properties.length === declarations.length
    ? properties.filter((name) => others.globals.has(name))
    : outside.map(selectorText)
}

/**
 * Rules of a remote that change elements of others: without an own class, or
 * with a name that others use.
 * @returns selectors and names, each once; [] if the sheet stays inside
 * @throws SyntaxError for broken CSS
 */
export const reachOf = (css: string, others: StyleNames): string[] => {
  const found = new Set<string>()
  visitRules(css, (rule) => {
    for (const what of reachOfRule(rule, others)) found.add(what)
  })
  return [...found]
}
