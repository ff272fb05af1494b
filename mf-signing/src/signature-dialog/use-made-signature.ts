import { useState } from 'react'
import { DEFAULT_PEN } from './constants.ts'
import { blankDrawing, type SignatureDrawing } from './drawing.ts'
import type { StrokePen } from './strokes.ts'

export interface MadeSignature {
  readonly drawing: SignatureDrawing
  readonly pen: StrokePen
}

/** Outlives the dialogs of a signer who leaves them without cancelling. */
export interface DrawingMemory {
  readonly read: () => MadeSignature | undefined
  readonly keep: (made: MadeSignature) => void
  readonly forget: () => void
}

export const useMadeSignature = (knownName = '', memory?: DrawingMemory) => {
  const blank: SignatureDrawing = { ...blankDrawing, name: knownName }
  const [made, setMade] = useState<MadeSignature>(() => memory?.read() ?? { drawing: blank, pen: DEFAULT_PEN })
  const make = (next: MadeSignature) => {
    setMade(next)
    memory?.keep(next)
  }
  return {
    ...made,
    setDrawing: (drawing: SignatureDrawing) => make({ ...made, drawing }),
    setPen: (pen: StrokePen) => make({ ...made, pen }),
    clear: () => setMade({ ...made, drawing: blank }),
  }
}
