import type { BlankLine, TextTag } from '../blank.ts'
import type { PlaceKind } from '../found-place.ts'
import type { TextLine, TextSegment } from '../text-lines.ts'
import { partyOf } from '../words/party-words.ts'
import { withoutAccents } from '../words/plain-words.ts'

/** Linear: a brace never matches inside, so each attempt ends at the next one. Spaces are trimmed later. */
const TAG = /\{\{([^|{}]*)(?:\|([^|{}]*))?\}\}/g

const tagKinds: ReadonlyMap<string, PlaceKind> = new Map([
  ['firma', 'signature'],
  ['iniciales', 'initials'],
  ['visto', 'initials'],
  ['nombre', 'name'],
  ['identificacion', 'identification'],
  ['cedula', 'identification'],
  ['fecha', 'date'],
  ['texto', 'text'],
  ['lugar', 'text'],
])

/** @returns undefined for braces with other words */
const parseTag = (content: string, option = ''): TextTag | undefined => {
  const colon = content.indexOf(':')
  const word = (colon < 0 ? content : content.slice(0, colon)).trim()
  const about = colon < 0 ? '' : content.slice(colon + 1).trim()
  const kind = tagKinds.get(withoutAccents(word))
  if (kind === undefined) return undefined
  // A text tag has the name of its field, the others have their signer.
  const role = kind === 'text' ? partyOf(about) : about || undefined
  const label = kind === 'text' && about !== '' ? about : word
  return { kind, role, label, required: withoutAccents(option.trim()).startsWith('obligatori') }
}

const tagsIn = (segment: TextSegment): readonly BlankLine[] =>
  [...segment.text.matchAll(TAG)].flatMap(({ 0: whole, 1: content = '', 2: option, index }) => {
    const tag = parseTag(content, option)
    if (tag === undefined) return []
    const x = segment.starts[index] ?? 0
    const end = segment.starts[index + whole.length] ?? segment.end
    return [{ source: 'tag', x, width: end - x, y: segment.baseline, size: segment.size, before: '', tag }]
  })

export const findTextTags = (lines: readonly TextLine[]): readonly BlankLine[] =>
  lines.flatMap(({ segments }) => segments.flatMap(tagsIn))
