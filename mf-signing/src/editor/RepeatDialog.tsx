import { type SubmitEvent, useId, useState } from 'react'
import { Dialog, TextField } from 'shared/controls'
import { Button } from 'shared/ui'
import type { TemporaryField } from '../fields/field-lifecycle.ts'
import type { PageChoice } from '../fields/repeat-on-pages.ts'
import { choiceProblem } from '../fields/repeat-on-pages.ts'
import { editorTexts } from './constants.ts'
import styles from './RepeatDialog.module.css'
import type { Editor } from './use-editor.ts'

const kinds = [
  { kind: 'all', label: 'Todas las páginas' },
  { kind: 'range', label: 'Un rango de páginas' },
] as const

/** Copies a field to other pages as temporary fields. */
export function RepeatDialog({ editor, field }: { editor: Editor; field: TemporaryField }) {
  const id = useId()
  const { pageCount } = editor.viewer
  const [kind, setKind] = useState<PageChoice['kind']>('all')
  const [from, setFrom] = useState('1')
  const [to, setTo] = useState(String(pageCount))
  const [problem, setProblem] = useState<string>()
  const choice: PageChoice = kind === 'all' ? { kind } : { kind, from: Number(from), to: Number(to) }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = choiceProblem(choice, pageCount) ?? editor.repeat(field, choice)
    setProblem(wrong)
    if (wrong === undefined) editor.closeDialog()
  }
  return (
    <Dialog
      open
      size="sm"
      onClose={editor.closeDialog}
      title={editorTexts.repeat}
      description={`El campo de ${field.signerName} queda en el mismo lugar de cada página.`}
      footer={
        <>
          <Button onClick={editor.closeDialog}>Cancelar</Button>
          <Button type="submit" form={`${id}-form`} variant="primary">
            Repetir campo
          </Button>
        </>
      }
    >
      <form id={`${id}-form`} noValidate className={styles.form} onSubmit={submit}>
        <fieldset className={styles.choices}>
          <legend>Páginas</legend>
          {kinds.map((option) => (
            <label key={option.kind} className={styles.choice}>
              <input
                type="radio"
                name={`${id}-pages`}
                checked={kind === option.kind}
                onChange={() => {
                  setKind(option.kind)
                  setProblem(undefined)
                }}
              />
              {option.label}
            </label>
          ))}
        </fieldset>
        {kind === 'range' && (
          <div className={styles.range}>
            <PageField label="Desde la página" value={from} max={pageCount} onChange={setFrom} />
            <PageField label="Hasta la página" value={to} max={pageCount} onChange={setTo} />
          </div>
        )}
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      </form>
    </Dialog>
  )
}

interface PageFieldProps {
  readonly label: string
  readonly value: string
  readonly max: number
  readonly onChange: (value: string) => void
}

function PageField({ label, value, max, onChange }: PageFieldProps) {
  return (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      min={1}
      max={max}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
