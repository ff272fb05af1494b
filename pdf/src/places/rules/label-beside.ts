import type { PlaceKind } from '../found-place.ts'
import { kindOfWord } from '../words/kind-words.ts'
import { partyAfterLabel, partyOf } from '../words/party-words.ts'
import { trimSigns, wordsOf } from '../words/plain-words.ts'
import type { PlaceLabel } from './place-label.ts'

const articles = new Set(['el', 'la', 'los', 'las', 'su', 'y', 'de', 'del'])
/** A label that asks for a signature is short; «a partir de la firma del contrato, _____» is a sentence. */
const SIGNING_WORDS_MAX = 7
/** In a sentence, the word that names the line stands shortly before it: «cédula de identidad número ____». */
const WORDS_BACK = 5

/** Words behind the last comma or semicolon. */
const lastClause = (text: string): string => {
  const cut = Math.max(text.lastIndexOf(','), text.lastIndexOf(';'))
  return text.slice(cut + 1)
}

const signs = (kind: PlaceKind | undefined): kind is 'signature' | 'initials' =>
  kind === 'signature' || kind === 'initials'

export const signingKind = (words: readonly string[]): 'signature' | 'initials' | undefined => {
  if (words.length > SIGNING_WORDS_MAX) return undefined
  const first = words.find((word) => !articles.has(word))
  const kind = first === undefined ? undefined : kindOfWord(first)
  if (signs(kind)) return kind
  // «Nombre y firma».
  const hasName = kind === 'name' || kind === 'identification'
  return hasName && words.length <= 5 && words.includes('firma') ? 'signature' : undefined
}

const fillingKind = (words: readonly string[]): PlaceKind | undefined => {
  const near = words.slice(-WORDS_BACK).map(kindOfWord)
  const found = near.findLast((kind) => kind !== undefined && !signs(kind))
  // «Lugar y fecha» is no date.
  return found === 'date' && near.includes('text') ? 'text' : found
}

const isPor = (words: readonly string[]): boolean => words.length === 1 && words[0] === 'por'

/** @param before the words to the left of a line */
export const labelBeside = (before: string): PlaceLabel | undefined => {
  const clause = lastClause(before)
  const label = trimSigns(clause)
  const words = wordsOf(clause)
  if (words.length === 0) return undefined
  const signing = signingKind(words)
  if (signing) return { kind: signing, label, role: partyAfterLabel(label) }
  if (isPor(words)) return { kind: 'signature', label, role: undefined }
  const filling = fillingKind(words)
  if (filling) return { kind: filling, label, role: undefined }
  const role = clause === before ? partyOf(clause) : undefined
  return role === undefined ? undefined : { kind: 'signature', label, role }
}
