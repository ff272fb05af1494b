import { useEffect, useLayoutEffect, useRef } from 'react'
import SignaturePad from 'signature_pad'
import { useDevicePixelRatio } from '../viewer/use-device-pixel-ratio.ts'
import { SIGNATURE_CANVAS } from './constants.ts'
import styles from './SignatureDialog.module.css'
import type { Pen, Stroke } from './strokes.ts'
import { nibOf, scaleStrokes } from './strokes.ts'

export interface InkCanvasProps {
  /** In pixels of a 500 × 200 canvas. */
  readonly strokes: readonly Stroke[]
  readonly pen: Pen
  readonly disabled: boolean
  readonly onStrokes: (strokes: readonly Stroke[]) => void
  readonly describedBy: string
}

/** CSS pixels per pixel of the drawing canvas. */
const ratioOf = (canvas: HTMLCanvasElement) => (canvas.clientWidth || SIGNATURE_CANVAS.width) / SIGNATURE_CANVAS.width

const takePen = (pad: SignaturePad, pen: Pen, ratio: number): void => {
  const { minWidth, maxWidth, dotSize } = nibOf(pen)
  pad.penColor = pen.color
  pad.minWidth = minWidth * ratio
  pad.maxWidth = maxWidth * ratio
  pad.dotSize = dotSize * ratio
}

interface Paper {
  readonly strokes: readonly Stroke[]
  readonly pen: Pen
  readonly pixelRatio: number
}

const fit = (pad: SignaturePad, canvas: HTMLCanvasElement, { strokes, pen, pixelRatio }: Paper): void => {
  const ratio = ratioOf(canvas)
  canvas.width = Math.round(SIGNATURE_CANVAS.width * ratio * pixelRatio)
  canvas.height = Math.round(SIGNATURE_CANVAS.height * ratio * pixelRatio)
  canvas.getContext('2d')?.scale(pixelRatio, pixelRatio)
  takePen(pad, pen, ratio)
  pad.fromData(scaleStrokes(strokes, ratio))
}

/** The strokes are the source of truth; resizing loses nothing. */
export function InkCanvas({ strokes, pen, disabled, onStrokes, describedBy }: InkCanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(undefined)
  /** Already on the canvas; a newer stroke may be in progress. */
  const drawnHere = useRef(new WeakSet<readonly Stroke[]>())
  const pixelRatio = useDevicePixelRatio()
  /** Ratio when the current stroke began; undefined without one. */
  const drawnAt = useRef<number>(undefined)
  const latest = useRef({ paper: { strokes, pen, pixelRatio }, onStrokes })
  useLayoutEffect(() => {
    latest.current = { paper: { strokes, pen, pixelRatio }, onStrokes }
  })

  // Layout effect: a fast user may draw before a passive effect runs.
  useLayoutEffect(() => {
    const canvas = ref.current
    if (!canvas) return
    const made = new SignaturePad(canvas)
    pad.current = made
    made.addEventListener('beginStroke', () => {
      drawnAt.current = ratioOf(canvas)
    })
    made.addEventListener('endStroke', () => {
      // The canvas may have been resized since the stroke began.
      const drawn = scaleStrokes(made.toData(), 1 / (drawnAt.current ?? ratioOf(canvas)))
      drawnAt.current = undefined
      drawnHere.current.add(drawn)
      latest.current.onStrokes(drawn)
    })
    // The phone rotates during a stroke: commits the
    // partial stroke. A redraw makes the pad lose
    // the pointer, so it would never end the stroke.
    const endStroke = () => {
      if (drawnAt.current === undefined) return
      const drawn = scaleStrokes(made.toData(), 1 / drawnAt.current)
      drawnAt.current = undefined
      made.off()
      made.on()
      latest.current = { ...latest.current, paper: { ...latest.current.paper, strokes: drawn } }
      latest.current.onStrokes(drawn)
    }
    const observer = new ResizeObserver(() => {
      endStroke()
      fit(made, canvas, latest.current.paper)
    })
    observer.observe(canvas)
    return () => {
      observer.disconnect()
      made.off()
    }
  }, [])

  useEffect(() => {
    const canvas = ref.current
    const made = pad.current
    // Redraws after undo and clear.
    if (canvas && made && !drawnHere.current.has(strokes)) fit(made, canvas, latest.current.paper)
  }, [strokes])

  useEffect(() => {
    if (ref.current && pad.current) takePen(pad.current, pen, ratioOf(ref.current))
  }, [pen])

  useEffect(() => {
    if (ref.current && pad.current) fit(pad.current, ref.current, { ...latest.current.paper, pixelRatio })
  }, [pixelRatio])

  return (
    <canvas
      ref={ref}
      className={styles.ink}
      role="img"
      aria-label={strokes.length === 0 ? 'Espacio para dibujar tu firma, vacío' : 'Tu firma dibujada'}
      aria-describedby={describedBy}
      data-disabled={disabled || undefined}
    />
  )
}
