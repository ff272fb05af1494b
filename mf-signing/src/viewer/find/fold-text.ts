import type { TextItem } from '../engine/pdf-engine.ts'

/** Offset in an item, in UTF-16 units. */
interface TextPlace {
  readonly item: number
  readonly offset: number
}

export interface TextRange {
  readonly from: TextPlace
  readonly to: TextPlace
}

export interface FoldedText {
  readonly text: string
  readonly ranges: readonly TextRange[]
}

const MARKS = /\p{M}/gu
const SPACE = /\s/u

/** Ignores case and accents. May grow ('ß' becomes 'ss'). */
const foldCharacter = (character: string): string =>
  character <= '\u007f'
    ? character.toLowerCase()
    : character.normalize('NFKD').replace(MARKS, '').toUpperCase().toLowerCase()

/** Hyphenated at the line end: 'arrenda-', 'miento'. */
const isDivided = (item: TextItem, next: TextItem | undefined): boolean =>
  item.endsLine && /\p{Ll}-$/u.test(item.text) && next !== undefined && /^\p{Ll}/u.test(next.text)

interface Folded {
  text: string
  readonly ranges: TextRange[]
  skipSpace: boolean
}

const add = (folded: Folded, characters: string, range: TextRange): void => {
  for (const character of characters) {
    const space = SPACE.test(character)
    if (space && folded.skipSpace) continue
    folded.skipSpace = space
    const written = space ? ' ' : character
    folded.text += written
    for (let unit = 0; unit < written.length; unit += 1) folded.ranges.push(range)
  }
}

export const foldPageText = (items: readonly TextItem[]): FoldedText => {
  const folded: Folded = { text: '', ranges: [], skipSpace: true }
  items.forEach((item, index) => {
    const divided = isDivided(item, items[index + 1])
    const end = divided ? item.text.length - 1 : item.text.length
    let offset = 0
    for (const character of item.text.slice(0, end)) {
      const from = { item: index, offset }
      offset += character.length
      add(folded, foldCharacter(character), { from, to: { item: index, offset } })
    }
    const after = { item: index, offset: end }
    if (item.endsLine && !divided) add(folded, ' ', { from: after, to: after })
  })
  return folded
}

export const foldQuery = (query: string): string => foldPageText([{ text: query.trim(), endsLine: false }]).text.trim()

export const offsetsOf = (text: string, query: string): number[] => {
  const offsets: number[] = []
  if (query === '') return offsets
  for (let at = text.indexOf(query); at !== -1; at = text.indexOf(query, at + query.length)) offsets.push(at)
  return offsets
}

export const placesOf = (items: readonly TextItem[], query: string): TextRange[] => {
  const { text, ranges } = foldPageText(items)
  const folded = foldQuery(query)
  return offsetsOf(text, folded).flatMap((at) => {
    const [first, last] = [ranges[at], ranges[at + folded.length - 1]]
    return first && last ? [{ from: first.from, to: last.to }] : []
  })
}
