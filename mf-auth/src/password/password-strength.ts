/** How hard a password is to guess, from a rough estimate; `short` is below what the rules allow. */
export type PasswordStrength = 'short' | 'weak' | 'fair' | 'good' | 'excellent'

/** What is guessed first: a handful of the most used, and what people here reach for. Lower case, without accents. */
const commonWords = [
  ...['password', 'contrasena', 'secreto', 'clave', 'admin', 'usuario', 'welcome', 'hola', 'amor', 'teamo', 'dragon'],
  ...['qwerty', 'qwertyuiop', 'asdfgh', 'zxcvbn', 'costarica', 'puravida', 'sanjose', 'saprissa', 'heredia', 'liga'],
  ...[
    'futbol',
    'princesa',
    'familia',
    'jesus',
    'dios',
    'enero',
    'febrero',
    'marzo',
    'abril',
    'junio',
    'julio',
    'trazo',
  ],
]

/** Bits that a found word is worth: one of some hundreds that everybody tries. */
const WORD_BITS = 8
/** Bits of a character that follows from the one before it: a repetition or a step of a sequence. */
const FOLLOWING_BITS = 1
/** Bits below which a password is weak, fair, good. */
const limits = { weak: 44, fair: 58, good: 72 }

const pools: readonly [RegExp, number][] = [
  [/[a-zñ]/, 27],
  [/[A-ZÑ]/, 27],
  [/[0-9]/, 10],
  [/[^a-zñA-ZÑ0-9]/, 33],
]

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[@4]/g, 'a')
    .replace(/0/g, 'o')
    .replace(/3/g, 'e')
    .replace(/[1!]/g, 'i')
    .replace(/[$5]/g, 's')

/** Replaces every known word by one character that stands for itself. */
const withoutWords = (text: string, words: readonly string[]): { rest: string; found: number } => {
  let found = 0
  let rest = plain(text)
  for (const word of [...words].sort((a, b) => b.length - a.length)) {
    const parts = rest.split(word)
    found += parts.length - 1
    rest = parts.join('\u0000')
  }
  return { rest, found }
}

const follows = (before: string | undefined, character: string): boolean => {
  if (before === undefined) return false
  const step = (character.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)
  return Math.abs(step) <= 1
}

/**
 * Estimates a password: a hint for whoever chooses it, never a rule.
 *
 * @param personal what is known of the person (names, e-mail); parts of it count as guessed
 * @param minLength characters below which the rules refuse it
 */
export const passwordStrength = (
  password: string,
  personal: readonly string[],
  minLength: number,
): PasswordStrength => {
  if (password.length < minLength) return 'short'
  const own = personal.flatMap((text) => plain(text).split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length >= 3)
  const { rest, found } = withoutWords(password, [...new Set([...commonWords.map(plain), ...own])])
  const pool = pools.reduce((sum, [pattern, size]) => (pattern.test(password) ? sum + size : sum), 0)
  const letters = [...rest]
  const bits = letters.reduce((sum, letter, index) => {
    if (letter === '\u0000') return sum
    return sum + (follows(letters[index - 1], letter) ? FOLLOWING_BITS : Math.log2(pool))
  }, found * WORD_BITS)
  if (bits < limits.weak) return 'weak'
  if (bits < limits.fair) return 'fair'
  return bits < limits.good ? 'good' : 'excellent'
}
