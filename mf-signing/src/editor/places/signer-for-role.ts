import type { SigningParty } from '../signers/signers.ts'

export interface PlaceSigner extends Pick<SigningParty, 'key' | 'name' | 'email' | 'isOwner'> {
  /** Of this person, so far. */
  readonly fieldCount: number
}

const small = new Set(['el', 'la', 'los', 'las', 'de', 'del', 'y', 'por'])

/** Words without accents, articles and the ending of gender: «La arrendataria» and «arrendatario» are one. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !small.has(word))
    .map((word) => (word.length > 4 ? word.replace(/[oae]s?$/, '') : word))

/** All words of the shorter name are in the longer one, and at least two of a person's name. */
const isSameRole = (role: string, name: string): boolean => {
  const [a, b] = [wordsOf(role), wordsOf(name)].toSorted((x, y) => x.length - y.length)
  if (!a || !b || a.length === 0) return false
  const isWhole = a.length === b.length || a.length >= 2
  return isWhole && a.every((word) => b.includes(word))
}

export const signerOfRole = (role: string | undefined, signers: readonly PlaceSigner[]): PlaceSigner | undefined =>
  role === undefined ? undefined : signers.find(({ name }) => isSameRole(role, name))

/** As placing by hand: another person before the owner; first those without a field. */
export const defaultSigner = (signers: readonly PlaceSigner[]): PlaceSigner | undefined => {
  const others = signers.filter(({ isOwner }) => !isOwner)
  return others.find(({ fieldCount }) => fieldCount === 0) ?? others[0] ?? signers[0]
}
