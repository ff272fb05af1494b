import { useEffect, useId } from 'react'
import { TextField } from 'shared/controls'
import { VisuallyHidden } from 'shared/ui'
import { TYPED_NAME_MAX_LENGTH } from './constants.ts'
import styles from './DrawSignatureDialog.module.css'
import type { SignatureDrawing } from './drawing.ts'
import { typedNameProblem } from './script-characters.ts'
import { fontOf, loadScriptFaces, scriptFaces } from './script-faces.ts'
import type { StrokePen } from './strokes.ts'

const PREVIEW_PX = 44

export interface SignatureByNameProps {
  readonly drawing: SignatureDrawing
  readonly pen: StrokePen
  readonly onDrawing: (drawing: SignatureDrawing) => void
}

export function SignatureByName({ drawing, pen, onDrawing }: SignatureByNameProps) {
  const id = useId()
  useEffect(() => void loadScriptFaces(drawing.name), [drawing.name])
  return (
    <>
      <div className={styles.paper}>
        <output className={styles.typed} style={{ color: pen.color, font: fontOf(drawing.face, PREVIEW_PX) }}>
          {drawing.name}
        </output>
        <span className={styles.line} aria-hidden="true" />
      </div>
      <TextField
        label="Escribe tu nombre"
        value={drawing.name}
        maxLength={TYPED_NAME_MAX_LENGTH}
        autoComplete="name"
        error={typedNameProblem(drawing.name, drawing.face)}
        onChange={(event) => onDrawing({ ...drawing, name: event.target.value })}
      />
      <fieldset className={styles.faces}>
        <legend>
          <VisuallyHidden>Letra</VisuallyHidden>
        </legend>
        {scriptFaces.map((face) => (
          <label key={face.id} className={styles.face}>
            <input
              type="radio"
              name={`${id}-face`}
              checked={drawing.face === face.id}
              onChange={() => onDrawing({ ...drawing, face: face.id })}
            />
            <span style={{ font: fontOf(face.id, 24) }}>{face.label}</span>
          </label>
        ))}
      </fieldset>
    </>
  )
}
