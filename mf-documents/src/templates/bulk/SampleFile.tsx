import { RetryAlert } from 'shared/controls'
import { saveBlob } from 'shared/http'
import type { FormColumn, TemplateSummary } from 'shared/http/deferred'
import { Button } from 'shared/ui'
import { formatSignerNames } from '../../format.ts'
import styles from '../Templates.module.css'
import { useWholeTemplate } from '../use-whole-template.ts'
import { sampleCsv } from './sample-csv.ts'

interface SampleFileProps {
  readonly template: TemplateSummary
}

/** The sample of this template, and which columns it may have besides the people's. */
export function SampleFile({ template }: SampleFileProps) {
  if (template.form_field_count === 0) return <SampleButton {...{ template }} columns={[]} />
  return <FormSample template={template} />
}

function FormSample({ template }: SampleFileProps) {
  const { load, retry } = useWholeTemplate(template.id)
  if (load.kind === 'failed')
    return (
      <RetryAlert
        tone="warning"
        live="polite"
        title="No se pudieron leer los campos por llenar de la plantilla"
        onRetry={retry}
      >
        {load.message}
      </RetryAlert>
    )
  const columns = load.kind === 'ready' ? load.template.form_columns : undefined
  return (
    <>
      {columns && <ColumnsNote columns={columns} left={template.form_field_count - columns.length} />}
      <SampleButton {...{ template, columns }} />
    </>
  )
}

/** Of a longer list; the sample has all of them. */
const NAMED_MAX = 8

const namedColumns = (columns: readonly FormColumn[]): string => {
  const titles = columns.slice(0, NAMED_MAX).map(({ title }) => `«${title}»`)
  const more = columns.length - titles.length
  return formatSignerNames(more > 0 ? [...titles, `${more} más, que están en el ejemplo`] : titles)
}

function ColumnsNote({ columns, left }: { readonly columns: readonly FormColumn[]; readonly left: number }) {
  return (
    <p className={styles.note}>
      {columns.length > 0 &&
        `También puedes traer columnas para los campos por llenar: ${namedColumns(columns)}. Quien firma los ve llenos y puede cambiarlos. `}
      {left > 0 && 'Las iniciales y las casillas obligatorias las pone solo quien firma.'}
    </p>
  )
}

interface SampleButtonProps extends SampleFileProps {
  /** Undefined while they load. */
  readonly columns: readonly FormColumn[] | undefined
}

function SampleButton({ template: { name, roles }, columns }: SampleButtonProps) {
  const save = (known: readonly FormColumn[]) =>
    saveBlob(new Blob([sampleCsv(roles, known)], { type: 'text/csv' }), `Ejemplo de ${name}.csv`)
  return (
    <div>
      <Button
        size="sm"
        busy={columns === undefined}
        busyLabel="Leyendo la plantilla…"
        onClick={() => columns && save(columns)}
      >
        Descargar un ejemplo con estas columnas
      </Button>
    </div>
  )
}
