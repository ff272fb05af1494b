import { useEffect, useRef } from 'react'
import { renderScale } from '../../geometry/page-layout.ts'
import type { ViewedDocument } from '../engine/pdf-engine.ts'
import { useDevicePixelRatio } from '../use-device-pixel-ratio.ts'
import { whenRested } from '../when-idle.ts'
import type { PaintAhead } from './paint-ahead.ts'

/** Chromium only. */
const sparesData = (): boolean => {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } }
  return connection?.saveData === true
}

export interface AheadOptions {
  readonly ahead: PaintAhead
  readonly document: ViewedDocument | undefined
  readonly zoom: number
}

interface LastTurn {
  readonly page: number
  readonly step: 1 | -1
}

/** Follows the last turn's direction. @returns call it when a picture is visible */
export const usePaintAhead = ({ ahead, document, zoom }: AheadOptions): ((painted: number) => void) => {
  const pixelRatio = useDevicePixelRatio()
  const lastTurn = useRef<LastTurn>(undefined)
  const cancel = useRef<() => void>(undefined)
  // A new document or zoom renders again and reports it.
  useEffect(() => () => cancel.current?.(), [document, zoom, pixelRatio])
  return (painted) => {
    cancel.current?.()
    const before = lastTurn.current ?? { page: painted, step: 1 }
    // False after opening, zooming or reloading.
    const turned = before.page !== painted
    const step = turned ? (painted < before.page ? -1 : 1) : before.step
    lastTurn.current = { page: painted, step }
    const next = painted + step
    if (!document || next < 1 || next > document.pageCount || sparesData()) return
    let gone = false
    const prepare = async () => {
      const page = await document.pageAhead(next)
      if (!gone) ahead.prepare(page, renderScale(page, zoom, pixelRatio))
    }
    // Ignored: reported when the page is shown.
    const begin = () => void prepare().catch(() => undefined)
    const forget = turned ? begin() : whenRested(begin)
    cancel.current = () => {
      gone = true
      forget?.()
    }
  }
}
