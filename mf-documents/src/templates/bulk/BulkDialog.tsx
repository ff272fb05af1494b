import { useId, useState } from 'react'
import { Dialog } from 'shared/controls'
import type { BulkMapping, TemplateSummary } from 'shared/http/deferred'
import { Button } from 'shared/ui'
import { formatCount } from '../../format.ts'
import { ProblemAlert } from '../../forms/ProblemAlert.tsx'
import { type BulkDraft, canConfirm } from './bulk-draft.ts'
import { ColumnsStep } from './ColumnsStep.tsx'
import { FileStep } from './FileStep.tsx'
import { RowsStep } from './RowsStep.tsx'
import { useBulkDraft } from './use-bulk-draft.ts'

interface BulkDialogProps {
  readonly template: TemplateSummary
  readonly onStarted: () => void
  readonly onClose: () => void
}

const STEPS: readonly BulkDraft['step'][] = ['file', 'columns', 'rows', 'confirm']
const titles: Readonly<Record<BulkDraft['step'], string>> = {
  file: 'La lista de personas',
  columns: 'Las columnas',
  rows: 'Revisión',
  confirm: 'Confirmar el envío',
}

const describeStep = ({ name }: TemplateSummary, { step }: BulkDraft): string =>
  `«${name}» · paso ${STEPS.indexOf(step) + 1} de ${STEPS.length}: ${titles[step]}. Todavía no se envía nada.`

export function BulkDialog({ template, onStarted, onClose }: BulkDialogProps) {
  const form = useId()
  const { draft, busy, problem, setProblem, read, map, start, back, move } = useBulkDraft(template, () => {
    onClose()
    onStarted()
  })
  const [pasted, setPasted] = useState('')
  return (
    <Dialog
      open
      size="lg"
      closable={!busy}
      onClose={onClose}
      title="Enviar a muchos"
      description={describeStep(template, draft)}
      footer={
        <>
          {draft.step === 'file' ? (
            <Button onClick={onClose} disabled={busy}>
              Cancelar
            </Button>
          ) : (
            <Button onClick={back} disabled={busy}>
              Atrás
            </Button>
          )}
          <NextButton {...{ draft, form, busy }} onConfirm={() => move({ kind: 'confirm' })} onStart={start} />
        </>
      }
    >
      {draft.step === 'file' && <FileStep {...{ form, busy, pasted, setPasted, setProblem, template }} onRead={read} />}
      {draft.step === 'columns' && (
        <ColumnsStep
          key={draft.file}
          {...{ form, busy, template }}
          preview={draft.preview}
          onMapped={(mapping: BulkMapping) => map(draft.file, mapping)}
        />
      )}
      {draft.step === 'rows' && (
        <RowsStep
          preview={draft.preview}
          leaveOut={draft.leaveOut}
          onLeaveOut={(leaveOut) => move({ kind: 'leave-out', leaveOut })}
        />
      )}
      {draft.step === 'confirm' && <Confirmation draft={draft} />}
      <ProblemAlert text={problem} />
    </Dialog>
  )
}

function Confirmation({ draft: { preview } }: { readonly draft: Extract<BulkDraft, { step: 'confirm' }> }) {
  const { problem_rows: wrong } = preview
  const made = preview.documents ?? preview.ready
  return (
    <p>
      Se {made === 1 ? 'crea' : 'crean'} {formatCount(made, 'documento', 'documentos')}
      {preview.documents !== undefined && ` en ${formatCount(preview.ready, 'envío', 'envíos')}`} y las invitaciones
      salen poco a poco, mientras sigues con lo tuyo. Puedes pausar o cancelar lo que falte.
      {wrong > 0 && ` ${formatCount(wrong, 'fila con errores queda', 'filas con errores quedan')} fuera.`}
    </p>
  )
}

interface NextButtonProps {
  readonly draft: BulkDraft
  readonly form: string
  readonly busy: boolean
  readonly onConfirm: () => void
  readonly onStart: () => Promise<void>
}

function NextButton({ draft, form, busy, onConfirm, onStart }: NextButtonProps) {
  if (draft.step === 'confirm')
    return (
      <Button variant="primary" busy={busy} busyLabel="Enviando…" onClick={() => void onStart()}>
        Enviar {formatCount(draft.preview.documents ?? draft.preview.ready, 'documento', 'documentos')}
      </Button>
    )
  if (draft.step === 'rows')
    return (
      <Button key="rows" variant="primary" disabled={!canConfirm(draft)} onClick={onConfirm}>
        Continuar
      </Button>
    )
  return (
    <Button
      key={draft.step}
      type="submit"
      form={form}
      variant="primary"
      busy={busy}
      busyLabel={draft.step === 'file' ? 'Leyendo…' : 'Revisando…'}
    >
      {draft.step === 'file' ? 'Leer filas' : 'Revisar filas'}
    </Button>
  )
}
