import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import SignaturePad from 'signature_pad'
import { useDevicePixelRatio } from '../viewer/use-device-pixel-ratio.ts'
import { SIGNATURE_CANVAS } from './constants.ts'
import styles from './DrawSignatureDialog.module.css'
import type { PenStroke, StrokePen } from './strokes.ts'
import { nibOf, scaleStrokes } from './strokes.ts'

export interface InkCanvasProps {
  /** In pixels of a 500 × 200 canvas. */
  readonly strokes: readonly PenStroke[]
  readonly pen: StrokePen
  readonly disabled: boolean
  readonly onStrokes: (strokes: readonly PenStroke[]) => void
  readonly describedBy: string
  readonly label?: string
}

/** CSS pixels per pixel of the drawing canvas. */
const ratioOf = (canvas: HTMLCanvasElement) => (canvas.clientWidth || SIGNATURE_CANVAS.width) / SIGNATURE_CANVAS.width

const takePen = (pad: SignaturePad, pen: StrokePen, ratio: number): void => {
  const { minWidth, maxWidth, dotSize } = nibOf(pen)
  pad.penColor = pen.color
  pad.minWidth = minWidth * ratio
  pad.maxWidth = maxWidth * ratio
  pad.dotSize = dotSize * ratio
}

interface Paper {
  readonly strokes: readonly PenStroke[]
  readonly pen: StrokePen
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

interface Inked {
  paper: Paper
  onStrokes: (strokes: readonly PenStroke[]) => void
  /** Ratio when the current stroke began; undefined without one. */
  drawnAt: number | undefined
}

const listenToStrokes = (pad: SignaturePad, canvas: HTMLCanvasElement, inked: Inked, drawnHere: WeakSet<object>) => {
  pad.addEventListener('beginStroke', () => {
    inked.drawnAt = ratioOf(canvas)
  })
  pad.addEventListener('endStroke', () => {
    // The canvas may have been resized during the stroke.
    const drawn = scaleStrokes(pad.toData(), 1 / (inked.drawnAt ?? ratioOf(canvas)))
    inked.drawnAt = undefined
    drawnHere.add(drawn)
    inked.onStrokes(drawn)
  })
  // A redraw makes the pad lose the pointer, so it never ends the stroke.
  return () => {
    if (inked.drawnAt === undefined) return
    const drawn = scaleStrokes(pad.toData(), 1 / inked.drawnAt)
    inked.drawnAt = undefined
    pad.off()
    pad.on()
    inked.paper = { ...inked.paper, strokes: drawn }
    inked.onStrokes(drawn)
  }
}

const usePad = (ref: RefObject<HTMLCanvasElement | null>, paper: Paper, onStrokes: Inked['onStrokes']) => {
  const pad = useRef<SignaturePad>(undefined)
  /** Already on the canvas; a newer stroke may be in progress. */
  const drawnHere = useRef(new WeakSet<object>())
  const inked = useRef<Inked>({ paper, onStrokes, drawnAt: undefined })
  useLayoutEffect(() => {
    Object.assign(inked.current, { paper, onStrokes })
  })
  // Layout effect: a fast user may draw before a passive effect runs.
  useLayoutEffect(() => {
    const canvas = ref.current
    if (!canvas) return
    const made = new SignaturePad(canvas)
    pad.current = made
    const endStroke = listenToStrokes(made, canvas, inked.current, drawnHere.current)
    const observer = new ResizeObserver(() => {
      endStroke()
      fit(made, canvas, inked.current.paper)
    })
    observer.observe(canvas)
    return () => {
      observer.disconnect()
      made.off()
    }
  }, [ref])
  return { pad, drawnHere, inked }
}

export function InkCanvas({ strokes, pen, disabled, onStrokes, describedBy, label }: InkCanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null)
  const pixelRatio = useDevicePixelRatio()
  const { pad, drawnHere, inked } = usePad(ref, { strokes, pen, pixelRatio }, onStrokes)

  useEffect(() => {
    const canvas = ref.current
    const made = pad.current
    if (canvas && made && !drawnHere.current.has(strokes)) fit(made, canvas, inked.current.paper)
  }, [strokes])

  useEffect(() => {
    if (ref.current && pad.current) takePen(pad.current, pen, ratioOf(ref.current))
  }, [pen])

  useEffect(() => {
    if (ref.current && pad.current) fit(pad.current, ref.current, { ...inked.current.paper, pixelRatio })
  }, [pixelRatio])

  return (
    <canvas
      ref={ref}
      className={styles.ink}
      role="img"
      aria-label={label ?? (strokes.length === 0 ? 'Espacio para dibujar tu firma, vacío' : 'Tu firma dibujada')}
      aria-describedby={describedBy}
      data-disabled={disabled || undefined}
    />
  )
}
