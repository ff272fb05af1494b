import type { RefObject } from 'react'
import { createQueue } from '../../page-picture/queue.ts'
import { releaseCanvas } from '../../pdfjs/canvas.ts'
import type { ViewedDocument, ViewedPage } from '../../viewer/engine/pdf-engine.ts'

/** In CSS pixels; the style sheet has the same. */
const PICTURE_SIZE = { width: 84, height: 109 } as const

/** One at a time: the page itself has priority. */
const queue = createQueue(1)

const scaleOf = ({ size }: ViewedPage): number =>
  Math.min(PICTURE_SIZE.width / size.width, PICTURE_SIZE.height / size.height) * (window.devicePixelRatio || 1)

interface PageDrawing {
  readonly document: ViewedDocument
  readonly number: number
  /** The page in the viewer: others give their memory back. */
  readonly shown: Readonly<RefObject<number>>
}

const draw = async (place: HTMLElement, { document, number, shown }: PageDrawing, signal: AbortSignal) => {
  const page = await document.pageAhead(number)
  if (signal.aborted) return
  // Not by `paintPage`: a second user of its module makes the guest's script larger.
  const canvas = window.document.createElement('canvas')
  const { finished, cancel } = page.render(canvas, scaleOf(page))
  signal.addEventListener('abort', cancel, { once: true })
  if ((await finished) === 'painted' && !signal.aborted) place.replaceChildren(canvas)
  // Bringing the shown page frees those that are far from it.
  await document.page(shown.current)
}

/**
 * Leaves the paper blank if the page cannot be drawn: the viewer says so when it is shown.
 * @returns ends the drawing, or removes the picture
 */
export const drawStripPicture = (place: HTMLElement, drawing: PageDrawing): (() => void) => {
  const gone = new AbortController()
  queue.add(() => draw(place, drawing, gone.signal), gone.signal).catch(() => undefined)
  return () => {
    gone.abort()
    for (const canvas of [...place.children]) releaseCanvas(canvas)
  }
}
