import Eraser from 'lucide-react/icons/eraser'
import Undo2 from 'lucide-react/icons/undo-2'
import { useId } from 'react'
import { Button, Tabs, TextField } from 'shared/ui'
import { dialogTexts, PEN_THICKNESS_MAX, PEN_THICKNESS_MIN, TYPED_NAME_MAX_LENGTH } from './constants.ts'
import type { Drawing } from './drawing.ts'
import { isBlank } from './drawing.ts'
import { InkCanvas } from './InkCanvas.tsx'
import styles from './SignatureDialog.module.css'
import type { Pen } from './strokes.ts'

export interface SignatureMakerProps {
  readonly drawing: Drawing
  readonly onDrawing: (drawing: Drawing) => void
  readonly pen: Pen
  readonly onPen: (pen: Pen) => void
  readonly disabled: boolean
}

const ways = [
  { id: 'drawn', label: 'Dibujar' },
  { id: 'typed', label: 'Escribir' },
] as const

/** Makes a signature: by hand, or by typing a name for those who cannot draw. */
export function SignatureMaker({ drawing, onDrawing, pen, onPen, disabled }: SignatureMakerProps) {
  const id = useId()
  return (
    <div className={styles.maker} inert={disabled}>
      <Tabs
        label="Cómo quieres firmar"
        tabs={ways}
        selected={drawing.kind}
        onSelect={(kind) => onDrawing(kind === 'drawn' ? { kind, strokes: [] } : { kind, name: '' })}
      >
        <div className={styles.paper}>
          {drawing.kind === 'drawn' ? (
            <InkCanvas
              strokes={drawing.strokes}
              pen={pen}
              disabled={disabled}
              describedBy={`${id}-help`}
              onStrokes={(strokes) => onDrawing({ kind: 'drawn', strokes })}
            />
          ) : (
            <output className={styles.typed} style={{ color: pen.color }} data-theme="light">
              {drawing.name}
            </output>
          )}
          <span className={styles.line} aria-hidden="true" />
        </div>
        <p id={`${id}-help`} className={styles.help} aria-live="polite">
          {isBlank(drawing) ? dialogTexts.empty : 'Así se verá en el documento.'}
        </p>
        {drawing.kind === 'typed' && (
          <TextField
            label="Escribe tu nombre"
            value={drawing.name}
            maxLength={TYPED_NAME_MAX_LENGTH}
            autoComplete="name"
            onChange={(event) => onDrawing({ kind: 'typed', name: event.target.value })}
          />
        )}
      </Tabs>
      <div className={styles.tools}>
        <PenTools pen={pen} onPen={onPen} withThickness={drawing.kind === 'drawn'} />
        {drawing.kind === 'drawn' && (
          <div className={styles.erasers}>
            <Button
              variant="ghost"
              size="sm"
              icon={<Undo2 />}
              disabled={isBlank(drawing)}
              onClick={() => onDrawing({ kind: 'drawn', strokes: drawing.strokes.slice(0, -1) })}
            >
              Deshacer
            </Button>
            <Button
              variant="ghost"
              size="sm"
              icon={<Eraser />}
              disabled={isBlank(drawing)}
              onClick={() => onDrawing({ kind: 'drawn', strokes: [] })}
            >
              Limpiar
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

interface PenToolsProps {
  readonly pen: Pen
  readonly onPen: (pen: Pen) => void
  readonly withThickness: boolean
}

function PenTools({ pen, onPen, withThickness }: PenToolsProps) {
  return (
    <div className={styles.pen}>
      <label className={styles.tool}>
        <span>Color</span>
        <input
          type="color"
          className={styles.color}
          value={pen.color}
          onChange={(event) => onPen({ ...pen, color: event.target.value })}
        />
      </label>
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
