import { useId } from 'react'
import type { BulkPreview } from 'shared/http/deferred'
import { Alert } from 'shared/ui'
import { formatCount } from '../../format.ts'
import templates from '../Templates.module.css'
import styles from './Bulk.module.css'

interface RowsStepProps {
  readonly preview: BulkPreview
  readonly leaveOut: boolean
  readonly onLeaveOut: (leaveOut: boolean) => void
}

export function RowsStep({ preview, leaveOut, onLeaveOut }: RowsStepProps) {
  const { ready, documents, problem_rows: wrong, problems, sample } = preview
  return (
    <div className={templates.form}>
      <p role="status">
        {formatCount(ready, 'fila lista', 'filas listas')}
        {wrong > 0 && ` y ${formatCount(wrong, 'fila con errores', 'filas con errores')}`}.
        {documents !== undefined &&
          ` Se crean ${formatCount(documents, 'documento', 'documentos')} en ${formatCount(ready, 'envío', 'envíos')}; cada documento cuenta en tu límite diario y en tu espacio.`}
      </p>
      {wrong > 0 && (
        <>
          <Alert tone="warning" title="Corrige el archivo y elígelo de nuevo, o deja estas filas fuera">
            <Problems problems={problems} />
          </Alert>
          {ready > 0 && <LeaveOut {...{ wrong, leaveOut, onLeaveOut }} />}
        </>
      )}
      {sample.length > 0 && (
        <section aria-label="Primeras filas listas">
          <ul className={templates.people}>
            {sample.map(({ row, name, people, values }) => (
              <li key={row}>
                <strong>{name}</strong>
                <br />
                {people.map((person) => `${person.name} (${person.email})`).join(', ')}
                {values.length > 0 && (
                  <p className={templates.note}>{values.map(({ title, value }) => `${title}: ${value}`).join(' · ')}</p>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Problems({ problems }: Pick<BulkPreview, 'problems'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it.
    <section className={styles.problems} tabIndex={0} aria-label="Filas con errores">
      <ul>
        {problems.map(({ row, column, message }, index) => (
          <li key={index}>
            Fila {row}
            {column && `, «${column}»`}: {message}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface LeaveOutProps extends Omit<RowsStepProps, 'preview'> {
  readonly wrong: number
}

function LeaveOut({ wrong, leaveOut, onLeaveOut }: LeaveOutProps) {
  const id = useId()
  return (
    <div className={styles.check}>
      <input id={id} type="checkbox" checked={leaveOut} onChange={({ target }) => onLeaveOut(target.checked)} />
      <label htmlFor={id}>
        {wrong === 1 ? 'Dejar fuera la fila con errores' : `Dejar fuera las ${wrong} filas con errores`}
      </label>
    </div>
  )
}
