import type { RemoteName } from '../../shared/src/contract/site/remote.ts'
import type { KnownFingerprints } from '../../shell/server/release-health/fingerprints.ts'
import { type ReadMap, resolvePositions } from '../source-positions/resolve-positions.ts'

/** Lines for each release; rarer ones are in `/metrics`. */
const SHOWN = 5

/** Where errors came from, in the sources if the site has maps of the release. */
export const fingerprintsText = (name: RemoteName, known: KnownFingerprints, readMap: ReadMap): readonly string[] =>
  Object.entries(known)
    .filter(([key]) => key.startsWith(`${name}/`))
    .flatMap(([key, fingerprints]) =>
      Object.entries(fingerprints)
        .sort(([, a], [, b]) => b.count - a.count)
        .slice(0, SHOWN)
        .map(([id, { count, frames }]) => {
          const places = frames.map((frame) =>
            resolvePositions(`/r/${key}/${frame}`, readMap).replace(`/r/${key}/`, ''),
          )
          return `  ${key.slice(name.length + 1)}: error ${id} en ${count} ${count === 1 ? 'página' : 'páginas'}: ${places.join(' < ')}`
        }),
    )
