import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { importsOf } from '../read-imports.ts'
import { sortUnions } from './sort-unions.ts'

export interface DeclaredExport {
  readonly kind: 'const' | 'function' | 'class' | 'interface' | 'type' | 'library'
  /** Without comments. */
  readonly lines: readonly string[]
}

export interface SubpathSurface {
  readonly exports: ReadonlyMap<string, DeclaredExport>
  /** Covers all reachable declarations. */
  readonly hash: string
}

/** Strings may contain comment markers. */
const withoutComments = (text: string): string =>
  text.replace(/("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '$1')

/** Splits at unindented lines, except closing brackets. */
export const statementsOf = (text: string): string[][] => {
  const statements: string[][] = []
  for (const raw of sortUnions(withoutComments(text).replaceAll("'", '"')).split('\n')) {
    const line = raw.trim()
    if (line === '') continue
    const last = statements.at(-1)
    if (last && (/^\s/.test(raw) || /^[})\]]/.test(line))) last.push(line)
    else statements.push([line])
  }
  return statements
}

const DECLARED = /^export (?:declare )?(?:abstract )?(const|let|function|class|interface|type) ([\w$]+)/
const STAR = /^export \* from "([^"]+)"/
const NAMED = /^export (?:type )?\{([^}]*)\}(?: from "([^"]+)")?/

/** `./Button.tsx` → `…/Button.d.ts`; undefined for style sheets and packages. */
const declarationFile = (from: string, specifier: string): string | undefined => {
  if (!specifier.startsWith('.')) return undefined
  const file = join(dirname(from), specifier.replace(/\.tsx?$/, '.d.ts'))
  return file.endsWith('.d.ts') && existsSync(file) ? file : undefined
}

/** Destructuring is internal. */
const withoutPattern = (line: string): string => line.replace(/\(\{[^{}]*\}: /, '(props: ')

const kindOf = (word: string): DeclaredExport['kind'] =>
  word === 'function' || word === 'class' || word === 'interface' || word === 'type' ? word : 'const'

const namesIn = (list: string): (readonly [inside: string, outside: string])[] =>
  list
    .split(',')
    .map((part) => part.trim().replace(/^type /, ''))
    .filter((part) => part !== '')
    .map((part) => {
      const [inside = part, outside = inside] = part.split(' as ')
      return [inside, outside] as const
    })

const named = (file: string, list: string, specifier: string | undefined): (readonly [string, DeclaredExport])[] => {
  const target = specifier === undefined ? undefined : declarationFile(file, specifier)
  const there = target ? exportsOf(target) : new Map<string, DeclaredExport>()
  return namesIn(list).map(([inside, outside]) => [
    outside,
    there.get(inside) ?? { kind: 'library', lines: [`${inside} of ${specifier ?? 'here'}`] },
  ])
}

const exportedBy = (file: string, statement: readonly string[]): (readonly [string, DeclaredExport])[] => {
  const [first = ''] = statement
  const star = STAR.exec(first)?.[1]
  const target = star && declarationFile(file, star)
  if (target) return [...exportsOf(target)]
  const [, list, specifier] = NAMED.exec(statement.join(' ')) ?? []
  if (list !== undefined) return named(file, list, specifier)
  const [, word, name] = DECLARED.exec(first) ?? []
  return word && name ? [[name, { kind: kindOf(word), lines: statement.map(withoutPattern) }]] : []
}

/** Resolves re-exports. Overloads are one export. */
const exportsOf = (file: string): Map<string, DeclaredExport> => {
  const found = new Map<string, DeclaredExport>()
  for (const [name, declared] of statementsOf(readFileSync(file, 'utf8')).flatMap((one) => exportedBy(file, one))) {
    const before = found.get(name)
    const isOverload = before?.kind === 'function' && declared.kind === 'function'
    found.set(name, isOverload ? { kind: 'function', lines: [...before.lines, ...declared.lines] } : declared)
  }
  return found
}

const reachableFrom = (file: string, seen: Map<string, string> = new Map()): Map<string, string> => {
  if (seen.has(file)) return seen
  const source = readFileSync(file, 'utf8')
  const statements = statementsOf(source).map((statement) => statement.map(withoutPattern).join('\n'))
  seen.set(file, statements.join('\n'))
  for (const { specifier } of importsOf(file, source)) {
    const target = declarationFile(file, specifier)
    if (target) reachableFrom(target, seen)
  }
  return seen
}

/** Needs the output of `tsc -b`. */
export const readSubpath = (file: string): SubpathSurface => {
  const texts = [...reachableFrom(file)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
  return {
    exports: exportsOf(file),
    hash: createHash('sha256').update(texts.join('\n\0')).digest('hex').slice(0, 12),
  }
}
