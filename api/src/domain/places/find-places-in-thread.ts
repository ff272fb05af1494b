import { findPlaces, pagesToRead, readPageMarks } from 'pdf/places'
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PlaceOfPage, PlacesRequest, ReadPlaces } from './find-places-task.ts'

/** More than the thread can draw would be decoded for nothing: only the text and the strokes are read. */
const PIXELS_MAX = 1

const NO_PLACES: ReadPlaces = { places: [], isComplete: false }

const placesOn = async (document: PDFDocumentProxy, number: number): Promise<readonly PlaceOfPage[]> => {
  const page = await document.getPage(number)
  const places = findPlaces(await readPageMarks(page))
  page.cleanup()
  return places.map((place) => ({ ...place, page: number }))
}

const readAll = async (document: PDFDocumentProxy): Promise<ReadPlaces> => {
  const numbers = pagesToRead(document.numPages)
  const places: PlaceOfPage[] = []
  let isComplete = numbers.length === document.numPages
  for (const number of numbers) {
    try {
      places.push(...(await placesOn(document, number)))
    } catch {
      // One damaged page; pdf.js has no class for it.
      isComplete = false
    }
  }
  return { places, isComplete }
}

/** Runs in a thread. A file that pdf.js refuses has no places. */
export const findPlacesInThread = async ({ bytes }: PlacesRequest): Promise<ReadPlaces> => {
  const loading = getDocument({
    data: bytes,
    verbosity: 0,
    maxImageSize: PIXELS_MAX,
    isOffscreenCanvasSupported: false,
  })
  try {
    return await readAll(await loading.promise)
  } catch {
    return NO_PLACES
  } finally {
    await loading.destroy()
  }
}
