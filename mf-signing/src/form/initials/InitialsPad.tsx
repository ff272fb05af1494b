import Eraser from 'lucide-react/icons/eraser'
import Undo2 from 'lucide-react/icons/undo-2'
import { type ReactNode, useId, useState } from 'react'
import type { FormField } from 'shared/contract/form-fields'
import { Dialog } from 'shared/controls'
import { isDrawing } from 'shared/http/form-fields'
import { Button } from 'shared/ui'
import { DEFAULT_PEN, PEN_THICKNESS_MAX } from '../../signature-dialog/constants.ts'
import paper from '../../signature-dialog/DrawSignatureDialog.module.css'
import { drawnPng } from '../../signature-dialog/drawing.ts'
import { InkCanvas } from '../../signature-dialog/InkCanvas.tsx'
import type { PenStroke } from '../../signature-dialog/strokes.ts'
import { inkBounds } from '../../signature-dialog/strokes.ts'
import type { FormStore } from '../form-store.ts'
import { signerFormTexts } from '../texts.ts'
import { useFormState } from '../use-form-state.ts'
import styles from './Initials.module.css'
import { roomFor } from './initials.ts'

const PAD_WIDTHS_PX = [480, 320, 240, 160] as const

const initialsPng = (strokes: readonly PenStroke[], characters: number): { png?: string; smallest: number } => {
  let smallest = 0
  for (const width of PAD_WIDTHS_PX) {
    const png = drawnPng(strokes, width)
    smallest = png.length
    if (smallest <= characters) return { png, smallest }
  }
  return { smallest }
}

/** Thin lines vanish in small boxes. */
const PEN = { ...DEFAULT_PEN, thickness: PEN_THICKNESS_MAX }

export interface InitialsPadProps {
  readonly store: FormStore
  readonly field: FormField
}

export default function InitialsPad({ store, field }: InitialsPadProps) {
  const id = useId()
  const state = useFormState(store)
  const [strokes, setStrokes] = useState<readonly PenStroke[]>([])
  const [problem, setProblem] = useState<string>()
  const { boxes, characters } = roomFor(state, field.id)
  const isBlank = inkBounds(strokes) === undefined
  const take = (next: readonly PenStroke[]) => {
    setStrokes(next)
    setProblem(undefined)
  }
  const close = () => store.draw(undefined)
  const put = (value: string) => {
    store.set(field.id, value)
    close()
  }
  const use = () => {
    const { png, smallest } = initialsPng(strokes, characters)
    if (png !== undefined) return put(png)
    setProblem(signerFormTexts.drawingTooLarge(boxes, Math.floor((boxes * characters) / smallest)))
  }
  return (
    <Dialog
      open
      onClose={close}
      title={signerFormTexts.padTitle}
      description={signerFormTexts.padHelp(boxes)}
      footer={
        <>
          <Button onClick={close}>Cancelar</Button>
          <Button variant="primary" disabled={isBlank} onClick={use}>
            {signerFormTexts.useDrawing}
          </Button>
        </>
      }
    >
      <div className={paper.paper}>
        <InkCanvas
          strokes={strokes}
          pen={PEN}
          disabled={false}
          label={isBlank ? signerFormTexts.padEmpty : signerFormTexts.padInk}
          describedBy={`${id}-problem`}
          onStrokes={take}
        />
        <span className={paper.line} aria-hidden="true" />
      </div>
      <p id={`${id}-problem`} role="alert" className={styles.problem}>
        {problem}
      </p>
      <PadTools {...{ strokes, onStrokes: take }}>
        {isDrawing(state.values.get(field.id) ?? '') && (
          <Button variant="ghost" size="sm" onClick={() => put('')}>
            {signerFormTexts.write}
          </Button>
        )}
      </PadTools>
    </Dialog>
  )
}

interface PadToolsProps {
  readonly strokes: readonly PenStroke[]
  readonly onStrokes: (strokes: readonly PenStroke[]) => void
  readonly children: ReactNode
}

function PadTools({ strokes, onStrokes, children }: PadToolsProps) {
  const tool = { variant: 'ghost', size: 'sm', disabled: strokes.length === 0 } as const
  return (
    <div className={styles.actions}>
      <Button {...tool} icon={<Undo2 />} onClick={() => onStrokes(strokes.slice(0, -1))}>
        Deshacer
      </Button>
      <Button {...tool} icon={<Eraser />} onClick={() => onStrokes([])}>
        Limpiar
      </Button>
      {children}
    </div>
  )
}
