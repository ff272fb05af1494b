import { useEffect } from 'react'
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
  /** Number of the page whose picture is done; undefined while there is none. */
  readonly painted: number | undefined
  readonly zoom: number
}

/** Paints the page after the one on show once that has been looked at and the browser is idle. */
export const usePaintAhead = ({ ahead, document, painted, zoom }: AheadOptions): void => {
  const pixelRatio = useDevicePixelRatio()
  useEffect(() => {
    if (!document || painted === undefined || painted >= document.pageCount || sparesData()) return
    let gone = false
    const prepare = async () => {
      const page = await document.pageAhead(painted + 1)
      if (!gone) ahead.prepare(page, renderScale(page, zoom, pixelRatio))
    }
    // A page that cannot be read says so when somebody turns to it.
    const cancel = whenRested(() => void prepare().catch(() => undefined))
    return () => {
      gone = true
      cancel()
    }
  }, [document, painted, zoom, pixelRatio, ahead])
}
