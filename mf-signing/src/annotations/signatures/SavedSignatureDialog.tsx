import type { FormEvent } from 'react'
import { useState } from 'react'
import { TextField } from 'shared/controls'
import { failureText } from 'shared/http'
import { SIGNATURE_NAME_MAX_LENGTH } from 'shared/http/deferred'
import { notify } from 'shared/state'
import { Alert } from 'shared/ui'
import { DEFAULT_PEN } from '../../signature-dialog/constants.ts'
import { blankDrawing, isBlankDrawing, type SignatureDrawing } from '../../signature-dialog/drawing.ts'
import { SignatureMaker } from '../../signature-dialog/SignatureMaker.tsx'
import type { StrokePen } from '../../signature-dialog/strokes.ts'
import { SubmitDialog } from '../../ui/SubmitDialog.tsx'
import { useStore } from '../store.ts'
import { outlineOf } from './outline-of.ts'
import styles from './Signatures.module.css'
import { isFull, type SignatureRequest, type SignaturesModel } from './signatures.ts'
import { signatureTexts as texts } from './texts.ts'

export interface SavedSignatureDialogProps {
  readonly model: SignaturesModel
  readonly request: SignatureRequest
}

const namedAfter = ({ method, name }: SignatureDrawing): string =>
  (method === 'typed' ? name.trim() : '') || texts.defaultName

const useNewSignature = ({ model, request }: SavedSignatureDialogProps) => {
  const full = isFull(useStore(model.kept))
  const [drawing, setDrawing] = useState(blankDrawing)
  const [pen, setPen] = useState<StrokePen>(DEFAULT_PEN)
  const [name, setName] = useState<string>()
  const [keep, setKeep] = useState(true)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const shownName = name ?? namedAfter(drawing)
  const kept = keep && !full

  const add = async (): Promise<void> => {
    setBusy(true)
    const outline = await outlineOf(request.editor, drawing, pen).catch(() => null)
    if (!outline) {
      setProblem(texts.none)
      setBusy(false)
      return
    }
    const signature = { outline, method: drawing.method, name: shownName.trim() || texts.defaultName, keep: kept }
    model
      .add(signature)
      .catch((error: unknown) => notify({ type: 'warning', message: failureText(error, texts.notKept) }))
  }
  const draw = (next: SignatureDrawing) => {
    setProblem(undefined)
    setDrawing(next)
  }
  return { full, drawing, draw, pen, setPen, name: shownName, setName, kept, setKeep, problem, busy, add }
}

/** Refuses no input, so it needs no form library. */
export function SavedSignatureDialog(props: SavedSignatureDialogProps) {
  const { model } = props
  const made = useNewSignature(props)
  const blank = isBlankDrawing(made.drawing)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!blank) void made.add()
  }
  return (
    <SubmitDialog
      size="lg"
      title={texts.title}
      description={texts.description}
      submit={texts.add}
      cancel={texts.cancel}
      busy={made.busy}
      disabled={blank}
      formClass={styles.form}
      onClose={model.cancel}
      onSubmit={submit}
    >
      <SignatureMaker
        ink="black"
        drawing={made.drawing}
        onDrawing={made.draw}
        pen={made.pen}
        onPen={made.setPen}
        disabled={made.busy}
      />
      {made.problem && (
        <Alert tone="warning" live="assertive">
          {made.problem}
        </Alert>
      )}
      <Keeping {...made} />
    </SubmitDialog>
  )
}

type KeepingProps = Pick<ReturnType<typeof useNewSignature>, 'full' | 'name' | 'setName' | 'kept' | 'setKeep'>

function Keeping({ full, name, setName, kept, setKeep }: KeepingProps) {
  return (
    <>
      <TextField
        label={texts.nameLabel}
        help={texts.nameHelp}
        value={name}
        maxLength={SIGNATURE_NAME_MAX_LENGTH}
        onChange={({ target }) => setName(target.value)}
      />
      <label className={styles.keep}>
        <input type="checkbox" checked={kept} disabled={full} onChange={({ target }) => setKeep(target.checked)} />
        {texts.keep}
      </label>
      {full && <p className={styles.full}>{texts.full}</p>}
    </>
  )
}
