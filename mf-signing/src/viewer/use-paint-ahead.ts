import { useEffect, useRef } from 'react'
import type { PdfDocument } from './engine/pdf-engine.ts'
import type { PaintAhead } from './paint-ahead.ts'
import { renderScale } from './painting.ts'
import { useDevicePixelRatio } from './use-device-pixel-ratio.ts'
import { whenRested } from './when-idle.ts'

/** The person has asked the browser to spare data (Chromium alone says so). */
const sparesData = (): boolean => {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } }
  return connection?.saveData === true
}

export interface AheadOptions {
  /** Where the picture is to wait. */
  readonly ahead: PaintAhead
  readonly document: PdfDocument | undefined
  readonly zoom: number
}

/** What is known of how somebody goes through the document. */
interface Pace {
  /** Number of the page whose picture came last. */
  readonly page: number
  /** Which way the last turn went. */
  readonly step: 1 | -1
}

/**
 * Paints the page that is probably wanted next, which lies the way that the last turn went. Whoever has just turned a
 * page may turn another at once; a document that was just opened is looked at first, and has better things to do.
 *
 * @returns to be called with the number of a page as soon as its picture is on show, before React hears of it
 */
export const usePaintAhead = ({ ahead, document, zoom }: AheadOptions): ((painted: number) => void) => {
  const pixelRatio = useDevicePixelRatio()
  const pace = useRef<Pace>(undefined)
  const cancel = useRef<() => void>(undefined)
  // Another document or zoom: its picture is painted anew, and says so.
  useEffect(() => () => cancel.current?.(), [document, zoom, pixelRatio])
  return (painted) => {
    cancel.current?.()
    const before = pace.current ?? { page: painted, step: 1 }
    // Not so where it was opened, zoomed or read anew.
    const turned = before.page !== painted
    const step = turned ? (painted < before.page ? -1 : 1) : before.step
    pace.current = { page: painted, step }
    const next = painted + step
    if (!document || next < 1 || next > document.pageCount || sparesData()) return
    let gone = false
    const prepare = async () => {
      const page = await document.pageAhead(next)
      if (!gone) ahead.prepare(page, renderScale(page, zoom, pixelRatio))
    }
    // A page that cannot be read says so when somebody turns to it.
    const begin = () => void prepare().catch(() => undefined)
    const forget = turned ? begin() : whenRested(begin)
    cancel.current = () => {
      gone = true
      forget?.()
    }
  }
}
