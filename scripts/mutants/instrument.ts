import type { SourceMutant } from './find-mutants.ts'

/** In one line, so that lines keep their numbers. Jest shares Node's modules with its sandboxes. */
const SWITCH =
  "const mutantsOfRun: any = process.getBuiltinModule('node:module'); const isMutant = (id: number): boolean => mutantsOfRun.isMutant?.(id) ?? false;"

interface Place {
  readonly start: number
  readonly end: number
  readonly mutants: SourceMutant[]
  readonly inner: Place[]
}

const placesOf = (mutants: readonly SourceMutant[]): Place[] => {
  const byRange = Map.groupBy(mutants, ({ start, end }) => `${start} ${end}`)
  const ordered = [...byRange.values()]
    .flatMap((group) => (group[0] ? [{ start: group[0].start, end: group[0].end, mutants: group, inner: [] }] : []))
    .sort((a, b) => a.start - b.start || b.end - a.end)
  const top: Place[] = []
  const open: Place[] = []
  for (const place of ordered) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= place.start) open.pop()
    const siblings = open.at(-1)?.inner ?? top
    siblings.push(place)
    open.push(place)
  }
  return top
}

/**
 * Puts all mutants into one source; `isMutant(id)`
 * chooses one while the tests run.
 *
 * @param mutants of this file, with their numbers
 */
export const instrumentSource = (source: string, mutants: readonly SourceMutant[]): string => {
  const write = (start: number, end: number, places: readonly Place[], outerStart?: number): string => {
    let text = ''
    let at = start
    for (const place of places) {
      const isMethod = place.mutants[0]?.kind === 'method'
      text += source.slice(at, place.start).replace(isMethod ? /\.$/ : /$^/, '')
      text += place.mutants[0]?.opensLine && place.start !== outerStart ? `;${choose(place)}` : choose(place)
      at = place.end
    }
    return text + source.slice(at, end)
  }
  const choose = ({ start, end, mutants: choices, inner }: Place): string => {
    const original = write(start, end, inner, start)
    const [first] = choices
    if (first?.isStatement) return `{ if (!isMutant(${first.id})) ${original} }`
    // `a.some(…)` becomes `a[… ? 'every' : 'some'](…)`.
    if (first?.kind === 'method') return `[isMutant(${first.id}) ? '${first.text}' : '${original}']`
    const others = choices.map(({ id, text }) => `isMutant(${id}) ? (${text}) : `).join('')
    return `(${others}(${original}))`
  }
  return mutants.length === 0 ? source : `${SWITCH} ${write(0, source.length, placesOf(mutants))}`
}
