import { useEffect, useState } from 'react'
import { reportUnknown } from 'shared/http'
import type { ViewerModel } from '../../viewer/use-viewer.ts'
import { whenRested } from '../../viewer/when-idle.ts'
import type { PlaceOnPage } from './found-on-page.ts'
// With the editor's styles: a style sheet of its own would have a hash in the remote's entry, which guests load.
import './PlaceGhosts.module.css'
import './PlacesSection.module.css'
import type { PlacesProgress } from './read-places.ts'

/** Loads when the editor is idle; guests never load it. Its chunk has no name: each name weighs on the guest's page. */
const loadParts = () => import('./places-parts.ts')

type PlacesParts = Awaited<ReturnType<typeof loadParts>>

/** A shorter reading tells nothing. */
const QUIET_MS = 500

const none: readonly PlaceOnPage[] = []
const nothing: ReadonlySet<string> = new Set()

interface FoundPlaces {
  readonly parts: PlacesParts | undefined
  readonly found: readonly PlaceOnPage[]
  readonly progress: PlacesProgress | undefined
}
const noPlaces: FoundPlaces = { parts: undefined, found: none, progress: undefined }

const useReading = ({ document }: Pick<ViewerModel, 'document'>, mayPlace: boolean): FoundPlaces => {
  const [state, setState] = useState(noPlaces)
  const opened = document.kind === 'loaded' ? document.document : undefined
  useEffect(() => {
    if (!opened || !mayPlace) return
    const stopped = new AbortController()
    const read = async () => {
      const parts = await loadParts()
      const start = performance.now()
      const { signal } = stopped
      const report = (found: readonly PlaceOnPage[], { read, pages }: PlacesProgress) => {
        const isSlow = read < pages && performance.now() - start > QUIET_MS
        const progress = isSlow ? { read, pages } : undefined
        setState((old) =>
          old.found.length === found.length && old.progress === progress ? old : { parts, found, progress },
        )
      }
      if (!signal.aborted) await parts.readPlaces({ document: opened, signal, report })
    }
    const cancel = whenRested(() => void read().catch(reportUnknown))
    return () => {
      cancel()
      stopped.abort()
      setState(noPlaces)
    }
  }, [opened, mayPlace])
  return state
}

interface PlacesOptions extends Pick<ViewerModel, 'document'> {
  /** The document can still get fields. */
  readonly mayPlace: boolean
}

/** Places that the document's own lines and tags propose. Nothing is placed until the owner accepts it. */
export const usePlaces = ({ document, mayPlace }: PlacesOptions) => {
  const reading = useReading({ document }, mayPlace)
  const [shown, show] = useState(false)
  const [dismissed, setDismissed] = useState(nothing)
  const [chosen, choose] = useState<string>()
  return {
    ...reading,
    mayPlace,
    /** Ghosts on the pages, and the list. */
    shown,
    show,
    dismissed,
    dismiss: (id: string) => setDismissed((old) => new Set([...old, id])),
    /** Key of the signer of places whose role is not known. */
    chosen,
    choose,
  }
}
