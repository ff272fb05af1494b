import Eraser from 'lucide-react/icons/eraser'
import Undo2 from 'lucide-react/icons/undo-2'
import { useId } from 'react'
import { Tabs } from 'shared/controls'
import { Button } from 'shared/ui'
import { dialogTexts, PEN_THICKNESS_MAX, PEN_THICKNESS_MIN } from './constants.ts'
import styles from './DrawSignatureDialog.module.css'
import type { SignatureDrawing } from './drawing.ts'
import { isBlankDrawing } from './drawing.ts'
import { InkCanvas } from './InkCanvas.tsx'
import { SignatureByImage } from './SignatureByImage.tsx'
import { SignatureByName } from './SignatureByName.tsx'
import type { StrokePen } from './strokes.ts'

export interface SignatureMakerProps {
  readonly drawing: SignatureDrawing
  readonly onDrawing: (drawing: SignatureDrawing) => void
  readonly pen: StrokePen
  readonly onPen: (pen: StrokePen) => void
  readonly disabled: boolean
  /** `black`: the target ignores colours. */
  readonly ink?: 'any' | 'black'
}

const methods = [
  { id: 'drawn', label: 'Dibujar' },
  { id: 'typed', label: 'Escribir' },
  { id: 'image', label: 'Imagen' },
] as const

export function SignatureMaker({ drawing, onDrawing, pen, onPen, disabled, ink = 'any' }: SignatureMakerProps) {
  const [withColor, withThickness] = [ink === 'any', drawing.method === 'drawn']
  return (
    <div className={styles.maker} inert={disabled}>
      <Tabs
        label="Cómo quieres firmar"
        tabs={methods}
        selected={drawing.method}
        onSelect={(method) => onDrawing({ ...drawing, method })}
      >
        <div className={styles.tab}>
          {drawing.method === 'drawn' && <SignatureByHand {...{ drawing, onDrawing, pen, disabled }} />}
          {drawing.method === 'typed' && <SignatureByName {...{ drawing, onDrawing, pen }} />}
          {drawing.method === 'image' && (
            <SignatureByImage image={drawing.image} onImage={(image) => onDrawing({ ...drawing, image })} />
          )}
          {drawing.method !== 'image' && (withColor || withThickness) && (
            <div className={styles.tools}>
              <PenTools {...{ pen, onPen, withColor, withThickness }} />
              {drawing.method === 'drawn' && <Erasers drawing={drawing} onDrawing={onDrawing} />}
            </div>
          )}
        </div>
      </Tabs>
    </div>
  )
}

function SignatureByHand({ drawing, onDrawing, pen, disabled }: Omit<SignatureMakerProps, 'onPen'>) {
  const id = useId()
  return (
    <>
      <div className={styles.paper}>
        <InkCanvas
          strokes={drawing.strokes}
          pen={pen}
          disabled={disabled}
          describedBy={`${id}-help`}
          onStrokes={(strokes) => onDrawing({ ...drawing, strokes })}
        />
        <span className={styles.line} aria-hidden="true" />
      </div>
      <p id={`${id}-help`} className={styles.help} aria-live="polite">
        {isBlankDrawing(drawing) ? dialogTexts.empty : 'Así se verá en el documento.'}
      </p>
    </>
  )
}

function Erasers({ drawing, onDrawing }: Pick<SignatureMakerProps, 'drawing' | 'onDrawing'>) {
  const keep = (strokes: SignatureDrawing['strokes']) => onDrawing({ ...drawing, strokes })
  return (
    <div className={styles.erasers}>
      <Button
        variant="ghost"
        size="sm"
        icon={<Undo2 />}
        disabled={isBlankDrawing(drawing)}
        onClick={() => keep(drawing.strokes.slice(0, -1))}
      >
        Deshacer
      </Button>
      <Button variant="ghost" size="sm" icon={<Eraser />} disabled={isBlankDrawing(drawing)} onClick={() => keep([])}>
        Limpiar
      </Button>
    </div>
  )
}

interface PenToolsProps {
  readonly pen: StrokePen
  readonly onPen: (pen: StrokePen) => void
  readonly withColor: boolean
  readonly withThickness: boolean
}

function PenTools({ pen, onPen, withColor, withThickness }: PenToolsProps) {
  return (
    <div className={styles.pen}>
      {withColor && (
        <label className={styles.tool}>
          <span>Color</span>
          <input
            type="color"
            className={styles.color}
            value={pen.color}
            onChange={(event) => onPen({ ...pen, color: event.target.value })}
          />
        </label>
      )}
      {withThickness && (
        <label className={styles.tool}>
          <span>Grosor</span>
          <input
            type="range"
            className={styles.thickness}
            min={PEN_THICKNESS_MIN}
            max={PEN_THICKNESS_MAX}
            step={1}
            value={pen.thickness}
            onChange={(event) => onPen({ ...pen, thickness: event.target.valueAsNumber })}
          />
        </label>
      )}
    </div>
  )
}
