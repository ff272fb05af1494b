import { useEffect, useState } from 'react'
import { reportUnknown } from 'shared/http'
import { whenRested } from '../../viewer/when-idle.ts'
import type { EditorModel } from '../use-editor.ts'
// With the editor's styles: a style sheet for the chunk alone would have a hash in the remote's entry, which guests load.
import './PlaceGhosts.module.css'
import './PlacesSection.module.css'
import type { PlaceOnPage } from './found-on-page.ts'
import type { PlacesProgress } from './read-places.ts'

/** Loads when the editor is idle; guests never load it. The chunk has no name: each name weighs on the guest's page. */
const loadParts = () => import('./places-parts.ts')

export type PlaceParts = Awaited<ReturnType<typeof loadParts>>

/** A shorter reading shows no progress. */
const QUIET_MS = 500

const none: readonly PlaceOnPage[] = []

/** Reads the pages until the editor closes. @returns list and ghosts, when there is something to show */
export const usePlaceParts = ({ viewer, places }: Pick<EditorModel, 'viewer' | 'places'>): PlaceParts | undefined => {
  const [parts, setParts] = useState<PlaceParts>()
  const { mayPlace, setRead } = places
  const opened = viewer.document.kind === 'loaded' ? viewer.document.document : undefined
  useEffect(() => {
    if (!opened || !mayPlace) return
    const stopped = new AbortController()
    const { signal } = stopped
    const read = async () => {
      const loaded = await loadParts()
      const start = performance.now()
      const report = (found: readonly PlaceOnPage[], progress: PlacesProgress) => {
        const isSlow = progress.read < progress.pages && performance.now() - start > QUIET_MS
        if (found.length > 0 || isSlow) setParts(loaded)
        setRead(found, isSlow ? progress : undefined)
      }
      if (!signal.aborted) await loaded.readPlaces({ document: opened, signal, report })
    }
    const cancel = whenRested(() => void read().catch(reportUnknown))
    return () => {
      cancel()
      stopped.abort()
      setRead(none)
    }
  }, [opened, mayPlace, setRead])
  return parts
}
