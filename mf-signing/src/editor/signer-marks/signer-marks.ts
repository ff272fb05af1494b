import { initialsOf } from '../../form/initials/initials.ts'
import { guestColours, ownerColour, type SignerColour } from './palette.ts'

export interface MarkedSigner {
  readonly key: string
  readonly name: string
  readonly isOwner: boolean
}

export interface SignerMark extends SignerColour, Pick<MarkedSigner, 'key' | 'name'> {
  /** Unlike those of every other signer of the document. */
  readonly initials: string
}

/** By the signer's key, in the order of the panel. */
export type SignerMarks = ReadonlyMap<string, SignerMark>

export const noMarks: SignerMarks = new Map()

/** The least used one; equally used ones in their order. */
const freeColour = (taken: readonly SignerColour[]): SignerColour => {
  const uses = guestColours.map(({ light }) => taken.filter((mark) => mark.light === light).length)
  return guestColours[uses.indexOf(Math.min(...uses))] ?? ownerColour
}

const MOST_LETTERS = 2

const lettersOf = (name: string): string =>
  [...initialsOf(name)].slice(0, MOST_LETTERS).join('') || ([...name.trim()][0]?.toUpperCase() ?? '?')

/** The second 'AM' is 'AM2'. */
const unlike = (letters: string, taken: readonly SignerMark[]): string => {
  const isFree = (initials: string) => taken.every((mark) => mark.initials !== initials)
  if (isFree(letters)) return letters
  const numbered = taken.map((_, index) => `${letters}${index + 2}`)
  return numbered.find(isFree) ?? `${letters}${taken.length + 2}`
}

const newMark = (
  { key, name, isOwner }: MarkedSigner,
  before: SignerMark | undefined,
  taken: readonly SignerMark[],
) => {
  const colour = isOwner ? ownerColour : (before ?? freeColour(taken))
  return { key, name, initials: unlike(lettersOf(name), taken), light: colour.light, dark: colour.dark }
}

const isSame = (a: SignerMarks, b: SignerMarks): boolean => {
  const others = [...b.values()]
  return a.size === b.size && [...a.values()].every((mark, index) => mark === others[index])
}

/** A signer who stays keeps the colour, and with the name the initials. The same map if nothing changed. */
export const nextMarks = (marks: SignerMarks, signers: readonly MarkedSigner[]): SignerMarks => {
  const kept = signers.flatMap(({ key, name }) => {
    const mark = marks.get(key)
    return mark?.name === name ? [mark] : []
  })
  const next = new Map(kept.map((mark) => [mark.key, mark]))
  for (const signer of signers)
    if (!next.has(signer.key)) next.set(signer.key, newMark(signer, marks.get(signer.key), [...next.values()]))
  const ordered = new Map(
    signers.flatMap(({ key }): [string, SignerMark][] => {
      const mark = next.get(key)
      return mark ? [[key, mark]] : []
    }),
  )
  return isSame(marks, ordered) ? marks : ordered
}
