import { posix } from 'node:path'
import { type Argument, type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser'

export interface ReadImport {
  /**
   * `type` is gone at run time, `mock` is an argument of `jest.…`,
   * and of a `file` or package only the path is asked: it is read, served or started.
   */
  readonly kind: 'static' | 'type' | 'dynamic' | 'require' | 'mock' | 'file'
  /** As written, or `./…` for a path next to the file. */
  readonly specifier: string
  /** Name of a default import. */
  readonly local?: string | undefined
}

/** Nothing of it is loaded at run time. */
export const isOfTypes = ({ kind }: ReadImport): boolean => kind === 'type'

type Node = Expression | Argument

/** A template counts if it has no parts to fill in. */
const textOf = (node: Node | undefined): string | undefined => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined
  return undefined
}

const isNamed = (node: Node, ...names: readonly string[]): boolean =>
  node.type === 'Identifier' && names.includes(node.name)

const isMeta = (node: Node | undefined, property: string): boolean =>
  node?.type === 'MemberExpression' &&
  node.object.type === 'MetaProperty' &&
  node.property.type === 'Identifier' &&
  node.property.name === property

const isCreatedRequire = (node: Node): boolean =>
  node.type === 'CallExpression' && isNamed(node.callee, 'createRequire')

const kindOfCall = ({ callee }: CallExpression): ReadImport['kind'] | undefined => {
  if (isNamed(callee, 'require') || isCreatedRequire(callee)) return 'require'
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined
  if (isNamed(callee.object, 'jest')) return 'mock'
  const resolves = isNamed(callee.object, 'require') || isCreatedRequire(callee.object)
  return isMeta(callee, 'resolve') || (resolves && callee.property.name === 'resolve') ? 'file' : undefined
}

/** `join(import.meta.dirname, 'page', 'main.ts')` → `./page/main.ts` */
const pathBeside = ({ callee, arguments: [folder, ...parts] }: CallExpression): string | undefined => {
  if (!isNamed(callee, 'join', 'resolve') || !isMeta(folder, 'dirname')) return undefined
  const names = parts.map(textOf).filter((part) => part !== undefined)
  const path = posix.join(...names)
  return names.length < parts.length ? undefined : path.startsWith('.') ? path : `./${path}`
}

/** Words of all forms that the module record lacks. */
const IN_EXPRESSIONS =
  /\bimport\s*(?:\(|\/\*)|\bimport\.meta\b|\brequire\b|\bcreateRequire\b|\bjest\b|\bimport\s+\w+\s*=/

const inExpressions = (program: ReturnType<typeof parseSync>['program']): ReadImport[] => {
  const found: ReadImport[] = []
  const add = (kind: ReadImport['kind'] | undefined, specifier: string | undefined): void => {
    if (kind !== undefined && specifier !== undefined) found.push({ kind, specifier })
  }
  new Visitor({
    ImportExpression: ({ source }) => add('dynamic', textOf(source)),
    TSImportType: ({ source }) => add('type', source.value),
    TSExternalModuleReference: ({ expression }) => add('require', expression.value),
    CallExpression(call) {
      add(kindOfCall(call), textOf(call.arguments[0]))
      add('file', pathBeside(call))
    },
    NewExpression({ callee, arguments: [path, base] }) {
      if (isNamed(callee, 'URL') && isMeta(base, 'url')) add('file', textOf(path))
    },
  }).visit(program)
  return found
}

/** `import { type Field }` loads the module: only a whole statement is left out at run time. */
const OF_TYPES = /^(?:import|export)\s+type\s+(?!from\b)/

const REFERENCE = /^\/\s*<reference\s+types="([^"]+)"/

/**
 * Reads imports of every form from JavaScript or TypeScript.
 * @throws Error if the source has an error of syntax
 */
const importsOfScript = (file: string, text: string): ReadImport[] => {
  const parsed = parseSync(file, text)
  const [error] = parsed.errors
  if (error) throw new Error(`${file}: ${error.message}`)
  const { staticImports, staticExports } = parsed.module
  const kindAt = (start: number): ReadImport['kind'] => (OF_TYPES.test(text.slice(start)) ? 'type' : 'static')
  return [
    ...staticImports.map(({ start, moduleRequest, entries }) => ({
      kind: kindAt(start),
      specifier: moduleRequest.value,
      local: entries.find(({ importName }) => importName.kind === 'Default')?.localName.value,
    })),
    ...staticExports.flatMap(({ start, entries: [entry] }) =>
      entry?.moduleRequest ? [{ kind: kindAt(start), specifier: entry.moduleRequest.value }] : [],
    ),
    ...parsed.comments.flatMap(({ value }) => {
      const [, specifier] = REFERENCE.exec(value) ?? []
      return specifier ? [{ kind: 'type' as const, specifier }] : []
    }),
    ...(IN_EXPRESSIONS.test(text) ? inExpressions(parsed.program) : []),
  ]
}

const IN_STYLES =
  /@import\s+(?:url\(\s*)?["']?([^"')\s;]+)|\burl\(\s*["']?([^"')\s]+)|\bcomposes:[^;]*?\bfrom\s+["']([^"']+)/g

/** `@import`, `url()` and `composes`. */
const importsOfStyles = (text: string): ReadImport[] =>
  [...text.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(IN_STYLES)].map(([, sheet, url, composed]) => ({
    kind: url === undefined ? ('static' as const) : ('file' as const),
    specifier: sheet ?? url ?? composed ?? '',
  }))

/** Files of other kinds import nothing. */
export const importsOf = (file: string, text: string): ReadImport[] => {
  if (/\.[cm]?[jt]sx?$/.test(file)) return importsOfScript(file, text)
  return file.endsWith('.css') ? importsOfStyles(text) : []
}
