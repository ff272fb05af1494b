import { findPlaces, pagesToRead, readPageMarks } from 'pdf/places'
import type { ViewedDocument } from '../../viewer/engine/pdf-engine.ts'
import { whenIdle } from '../../viewer/when-idle.ts'
import type { PlaceOnPage } from './found-on-page.ts'

const placesOn = async (document: ViewedDocument, number: number): Promise<readonly PlaceOnPage[]> => {
  try {
    const page = await document.rawPage(number)
    const places = findPlaces(await readPageMarks(page))
    // A page on screen keeps what it was painted from.
    if (!document.here(number)) page.cleanup()
    return places.map((place, index) => ({ ...place, page: number, id: `${number}-${index}` }))
  } catch {
    // A page that cannot be read has no places; the viewer tells its error.
    return []
  }
}

const idle = (): Promise<void> => new Promise((resolve) => void whenIdle(resolve))

export interface PlacesReading {
  readonly document: ViewedDocument
  readonly signal: AbortSignal
  readonly report: (places: readonly PlaceOnPage[], progress: PlacesProgress) => void
}

export interface PlacesProgress {
  readonly read: number
  readonly pages: number
}

/** Reads one page at a time, when the browser is idle: the pages that a person turns to come first. */
export const readPlaces = async ({ document, signal, report }: PlacesReading): Promise<void> => {
  const pages = pagesToRead(document.pageCount)
  let found: readonly PlaceOnPage[] = []
  for (const [index, number] of pages.entries()) {
    await idle()
    if (signal.aborted) return
    const here = await placesOn(document, number)
    if (signal.aborted) return
    found = [...found, ...here]
    report(found, { read: index + 1, pages: pages.length })
  }
}
