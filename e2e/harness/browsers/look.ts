import type * as TestingLibrary from '@testing-library/dom'
import * as v from 'valibot'

/** A string must match whole; null stands for any name. */
type Name = string | RegExp | null

export interface Target {
  readonly by: 'role' | 'label' | 'text' | 'selector'
  /** The role, or the selector. */
  readonly kind: string
  readonly name: Name
  readonly inside?: Target
}

/** CSS pixels of the window. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const Seen = v.object({
  /** Visible matches. */
  count: v.number(),
  /** Of the first match. */
  value: v.string(),
  focused: v.boolean(),
  box: v.nullable(v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() })),
  still: v.boolean(),
  reachable: v.boolean(),
})
export type Seen = v.InferOutput<typeof Seen>

const Answer = v.pipe(v.string(), v.parseJson(), v.nullable(Seen))

/** @returns undefined if the page lacks the library */
export const readSeen = (answer: unknown): Seen | undefined => v.parse(Answer, answer) ?? undefined

export const asArgument = (target: Target): string =>
  JSON.stringify(target, (_, value: unknown) => (value instanceof RegExp ? { pattern: value.source } : value))

interface Sought {
  readonly by: Target['by']
  readonly kind: string
  readonly name: string | { readonly pattern: string } | null
  readonly inside?: Sought
}

type Library = typeof TestingLibrary

/** Runs in the page, without access to this module. */
const find = (library: Library, { by, kind, name, inside }: Sought): Element[] => {
  const roots = inside ? find(library, inside) : [document.body]
  const matcher = name === null || typeof name === 'string' ? (name ?? /(?:)/) : new RegExp(name.pattern)
  const within = (root: Element): Element[] => {
    const scope = library.within(root as HTMLElement)
    if (by === 'role') return scope.queryAllByRole(kind, name === null ? {} : { name: matcher })
    if (by === 'label') return scope.queryAllByLabelText(matcher)
    return by === 'text' ? scope.queryAllByText(matcher) : [...root.querySelectorAll(kind)]
  }
  return roots.flatMap(within).filter((element) => element.checkVisibility({ visibilityProperty: true }))
}

const look = async (argument: string, findAll: typeof find): Promise<string> => {
  const library = (globalThis as { TestingLibraryDom?: Library }).TestingLibraryDom
  if (!library) return 'null'
  const found = findAll(library, JSON.parse(argument))
  const [first] = found
  const boxOf = () => {
    const { x = 0, y = 0, width = 0, height = 0 } = first?.getBoundingClientRect() ?? {}
    return { x, y, width, height }
  }
  const moves = ({ playState, timeline, effect }: Animation): boolean =>
    playState === 'running' &&
    timeline === document.timeline &&
    effect instanceof KeyframeEffect &&
    effect.getComputedTiming().endTime !== Number.POSITIVE_INFINITY &&
    effect.target?.contains(first ?? null) === true
  first?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  const before = boxOf()
  // WebKit ends an animation before it moves the element to its place.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const box = boxOf()
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  return JSON.stringify({
    count: found.length,
    value: first instanceof HTMLInputElement ? first.value : '',
    focused: first !== undefined && first === document.activeElement,
    box: first ? box : null,
    still: !document.getAnimations().some(moves) && JSON.stringify(before) === JSON.stringify(box),
    reachable: first?.contains(top) ?? false,
  })
}

export const lookSource = `(argument) => { const find = ${find}; return (${look})(argument, find) }`

const inkOn = (selector: string): string => {
  const canvas = document.querySelector<HTMLCanvasElement>(selector)
  if (!canvas) return 'no canvas'
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')
  copy?.drawImage(canvas, 0, 0)
  const { data } = copy?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
  return data?.some((value, at) => at % 4 === 0 && value < 128 && (data[at + 3] ?? 0) > 128) ? 'ink' : 'blank'
}

export const inkSource = String(inkOn)
