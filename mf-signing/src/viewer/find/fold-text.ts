import type { TextItem } from '../engine/pdf-engine.ts'

/** A place in a page's text: an offset, in UTF-16 units, in one of its items. */
export interface TextPlace {
  readonly item: number
  readonly offset: number
}

/** A stretch of a page's text; `to` is the place after its last character. */
export interface TextRange {
  readonly from: TextPlace
  readonly to: TextPlace
}

/** A page's text as it is compared, and where each of its characters stands on the page. */
export interface FoldedText {
  readonly text: string
  readonly ranges: readonly TextRange[]
}

const MARKS = /\p{M}/gu
const SPACE = /\s/u

/** Without case and accents: whoever looks for 'firmo' finds 'FIRMÓ'. May become longer ('ß' is 'ss'). */
const foldCharacter = (character: string): string =>
  character <= '\u007f'
    ? character.toLowerCase()
    : character.normalize('NFKD').replace(MARKS, '').toUpperCase().toLowerCase()

/** A word that was divided at the end of its line: 'arrenda-' and 'miento'. */
const isDivided = (item: TextItem, next: TextItem | undefined): boolean =>
  item.endsLine && /\p{Ll}-$/u.test(item.text) && next !== undefined && /^\p{Ll}/u.test(next.text)

interface Folded {
  text: string
  readonly ranges: TextRange[]
  /** The next space would be the first character, or the second space in a row. */
  skipSpace: boolean
}

/** Adds a character, with spaces in a row as one. */
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

/** The text of a page as one line, folded; every unit of it knows where it came from. */
export const foldText = (items: readonly TextItem[]): FoldedText => {
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

/** A query as it is compared; empty when there is nothing to look for. */
export const foldQuery = (query: string): string => foldText([{ text: query.trim(), endsLine: false }]).text.trim()

/** Offsets of a folded query in a folded text; matches do not overlap. */
export const offsetsOf = (text: string, query: string): number[] => {
  const offsets: number[] = []
  if (query === '') return offsets
  for (let at = text.indexOf(query); at !== -1; at = text.indexOf(query, at + query.length)) offsets.push(at)
  return offsets
}

/** Where a query stands on a page. */
export const placesOf = (items: readonly TextItem[], query: string): TextRange[] => {
  const { text, ranges } = foldText(items)
  const folded = foldQuery(query)
  return offsetsOf(text, folded).flatMap((at) => {
    const [first, last] = [ranges[at], ranges[at + folded.length - 1]]
    return first && last ? [{ from: first.from, to: last.to }] : []
  })
}
