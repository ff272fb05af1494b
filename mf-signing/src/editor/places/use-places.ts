import { useCallback, useState } from 'react'
import type { PlaceOnPage } from './found-on-page.ts'
import type { PlacesProgress } from './read-places.ts'

const none: readonly PlaceOnPage[] = []
const nothing: ReadonlySet<string> = new Set()

interface FoundPlaces {
  readonly found: readonly PlaceOnPage[]
  /** Of a reading that takes longer than a moment. */
  readonly progress: PlacesProgress | undefined
}
const noPlaces: FoundPlaces = { found: none, progress: undefined }

/** Places that the document's lines and tags propose. Nothing is placed until the owner accepts it. */
export const usePlaces = (mayPlace: boolean) => {
  const [reading, setReading] = useState(noPlaces)
  const [shown, show] = useState(false)
  const [dismissed, setDismissed] = useState(nothing)
  const [chosen, choose] = useState<string>()
  return {
    ...reading,
    /** The document can still get fields. */
    mayPlace,
    /** Stable. Without a change nothing is rendered again. */
    setRead: useCallback((found: readonly PlaceOnPage[], progress?: PlacesProgress) => {
      setReading((old) => (old.found.length === found.length && old.progress === progress ? old : { found, progress }))
    }, []),
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
