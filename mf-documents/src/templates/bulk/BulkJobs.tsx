import { useState } from 'react'
import { ConfirmDialog, RetryAlert } from 'shared/controls'
import { messageOf, saveBlob } from 'shared/http'
import { type BulkJob, bulkApi } from 'shared/http/deferred'
import { notify } from 'shared/state'
import { Alert, Badge, Button, Progress, Surface, type Tone, ToneIcon } from 'shared/ui'
import { formatCount, formatListMoment } from '../../format.ts'
import styles from './Bulk.module.css'

interface BulkJobsProps {
  readonly jobs: readonly BulkJob[]
  readonly problem: string | undefined
  readonly onChange: () => void
}

const states: Readonly<Record<BulkJob['state'], { readonly word: string; readonly tone: Tone }>> = {
  running: { word: 'Enviando', tone: 'info' },
  paused: { word: 'En pausa', tone: 'warning' },
  stopped: { word: 'Detenido', tone: 'error' },
  cancelled: { word: 'Cancelado', tone: 'warning' },
  done: { word: 'Terminado', tone: 'success' },
}

export function BulkJobs({ jobs, problem, onChange }: BulkJobsProps) {
  if (jobs.length === 0 && problem === undefined) return null
  const earlier = jobs.filter((job, index) => !isShown(job, index))
  return (
    <section className={styles.jobs} aria-labelledby="bulk-jobs">
      <h2 id="bulk-jobs">Envíos a muchos</h2>
      {problem && (
        <RetryAlert live="polite" title="No se pudieron cargar tus envíos" onRetry={onChange}>
          {problem}
        </RetryAlert>
      )}
      <List jobs={jobs.filter(isShown)} onChange={onChange} />
      {earlier.length > 0 && (
        <details>
          <summary>{formatCount(earlier.length, 'envío anterior', 'envíos anteriores')}</summary>
          <List jobs={earlier} onChange={onChange} />
        </details>
      )}
    </section>
  )
}

const NEWEST = 2

const isShown = ({ state }: BulkJob, index: number): boolean =>
  index < NEWEST || (state !== 'done' && state !== 'cancelled')

function List({ jobs, onChange }: Pick<BulkJobsProps, 'jobs' | 'onChange'>) {
  return (
    <ul>
      {jobs.map((job) => (
        <Job key={job.id} job={job} onChange={onChange} />
      ))}
    </ul>
  )
}

const jobFacts = ({ failed, left_out, cancelled, created_at }: BulkJob): string =>
  [
    formatListMoment(created_at),
    failed > 0 && formatCount(failed, 'fila con error', 'filas con error'),
    left_out > 0 && formatCount(left_out, 'fila quedó fuera', 'filas quedaron fuera'),
    cancelled > 0 && formatCount(cancelled, 'fila sin enviar', 'filas sin enviar'),
  ]
    .filter((fact) => fact !== false)
    .join(' · ')

type Action = 'pause' | 'resume' | 'cancel' | 'result'

const useAction = (job: BulkJob, onChange: () => void) => {
  const [busy, setBusy] = useState<Action>()
  const act = async (action: Action) => {
    setBusy(action)
    try {
      if (action === 'result') saveBlob(await bulkApi.result(job.id), `Resultado de ${job.template_name}.csv`)
      else await bulkApi.change(job.id, action)
    } catch (error) {
      notify({ type: 'error', message: messageOf(error) })
    }
    setBusy(undefined)
    if (action !== 'result') onChange()
  }
  return { busy, act }
}

interface JobProps {
  readonly job: BulkJob
  readonly onChange: () => void
}

function Job({ job, onChange }: JobProps) {
  const { state, template_name: name, sent, total, left_out, reason } = job
  const { word, tone } = states[state]
  const all = total - left_out
  return (
    <Surface as="li" className={styles.job}>
      <div className={styles.head}>
        <h3>{name}</h3>
        <Badge tone={tone} icon={<ToneIcon tone={tone} />}>
          {word}
        </Badge>
      </div>
      <Progress label="Documentos enviados" value={sent} max={Math.max(all, 1)} valueText={`${sent} de ${all}`} />
      <p className={styles.facts}>{jobFacts(job)}</p>
      {reason && <Alert tone={state === 'stopped' ? 'error' : 'info'}>{reason}</Alert>}
      <JobActions job={job} onChange={onChange} />
    </Surface>
  )
}

function JobActions({ job, onChange }: JobProps) {
  const { state, template_name: name, pending } = job
  const { busy, act } = useAction(job, onChange)
  const [asking, setAsking] = useState(false)
  const isOpen = state === 'running' || state === 'paused' || state === 'stopped'
  const press = (action: Action, label: string, busyLabel: string) => (
    <Button
      size="sm"
      aria-label={`${label}: ${name}`}
      busy={busy === action}
      busyLabel={busyLabel}
      disabled={busy !== undefined && busy !== action}
      onClick={() => void act(action)}
    >
      {label}
    </Button>
  )
  return (
    <div className={styles.actions}>
      {state === 'running' && press('pause', 'Pausar', 'Pausando…')}
      {(state === 'paused' || state === 'stopped') && press('resume', 'Continuar', 'Continuando…')}
      {isOpen && (
        <Button size="sm" aria-label={`Cancelar lo que falta: ${name}`} onClick={() => setAsking(true)}>
          Cancelar lo que falta
        </Button>
      )}
      {press('result', 'Descargar resultado', 'Descargando…')}
      {asking && (
        <ConfirmDialog
          open
          danger
          title="¿Cancelar lo que falta?"
          description={`${formatCount(pending, 'documento no se envía', 'documentos no se envían')}. Lo que ya salió sigue igual.`}
          confirmLabel="Cancelar envío"
          cancelLabel="Seguir enviando"
          busy={busy === 'cancel'}
          busyLabel="Cancelando…"
          onCancel={() => setAsking(false)}
          onConfirm={() => void act('cancel').then(() => setAsking(false))}
        />
      )}
    </div>
  )
}
