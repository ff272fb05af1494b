/** Rough estimate; `short` is below the minimum length. */
export type PasswordStrength = 'short' | 'weak' | 'fair' | 'good' | 'excellent'

/** Lower case, without accents. */
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

/** Bits per known word: one of a few hundred. */
const WORD_BITS = 8
/** Bits of a repeated or sequential character. */
const FOLLOWING_BITS = 1
/** Upper limits in bits. */
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
 * Only a hint.
 * @param personal names and e-mail; their parts count as known words
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
