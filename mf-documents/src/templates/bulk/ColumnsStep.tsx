import { type FormEvent, useState } from 'react'
import { SelectField } from 'shared/controls'
import type { BulkMapping, BulkPreview, TemplateRole, TemplateSummary } from 'shared/http/deferred'
import { Alert } from 'shared/ui'
import { formatCount, formatSignerNames } from '../../format.ts'
import { isSigningRole, roleWords } from '../role-words.ts'
import styles from '../Templates.module.css'
import { withColumn, withFormColumn } from './bulk-draft.ts'

interface ColumnsStepProps {
  readonly form: string
  readonly busy: boolean
  readonly template: TemplateSummary
  readonly preview: BulkPreview
  readonly onMapped: (mapping: BulkMapping) => Promise<void>
}

const NONE = ''
const parse = (value: string): number | null => (value === NONE ? null : Number(value))
const shown = (column: number | null): string => (column === null ? NONE : String(column))

export function ColumnsStep({ form, busy, template, preview, onMapped }: ColumnsStepProps) {
  const { columns, missing, rows, encoding } = preview
  const [mapping, setMapping] = useState(preview.mapping)
  const titled = columns.map((column, index) => ({
    value: String(index),
    label: column === '' ? `Columna ${index + 1}` : column,
  }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onMapped(mapping)
  }
  return (
    <form id={form} noValidate className={styles.form} onSubmit={submit}>
      <p className={styles.note}>
        {formatCount(rows, 'fila', 'filas')}, texto {encoding}.
      </p>
      {missing.length > 0 && (
        <Alert tone="warning" live="polite">
          Elige la columna de: {formatSignerNames(missing)}.
        </Alert>
      )}
      {mapping.people.map((person) => (
        <PersonColumns
          key={person.role}
          {...{ person, titled, busy }}
          role={template.roles.find(({ id }) => id === person.role)}
          onChoose={(datum, column) => setMapping(withColumn(mapping, person.role, datum, column))}
        />
      ))}
      <SelectField
        label="Nombre del documento (opcional)"
        help="Sin columna, cada documento lleva el nombre de la plantilla y el de la persona."
        options={[{ value: NONE, label: 'Sin columna' }, ...titled]}
        value={shown(mapping.document_name)}
        disabled={busy}
        onChange={({ target }) => setMapping({ ...mapping, document_name: parse(target.value) })}
      />
      {preview.form_columns.length > 0 && (
        <FormColumns
          {...{ preview, mapping, titled, busy }}
          onChoose={(field, column) => setMapping(withFormColumn(mapping, field, column))}
        />
      )}
    </form>
  )
}

const fields = [
  ['name', 'Nombre'],
  ['email', 'Email'],
  ['certificate_identification', 'Identificación del certificado'],
] as const

interface FormColumnsProps extends Pick<PersonColumnsProps, 'titled' | 'busy'> {
  readonly preview: BulkPreview
  readonly mapping: BulkMapping
  readonly onChoose: (field: number, column: number | null) => void
}

function FormColumns({ preview: { form_columns }, mapping, titled, busy, onChoose }: FormColumnsProps) {
  return (
    <fieldset className={styles.person}>
      <legend>Campos por llenar (opcional)</legend>
      <p className={styles.note}>Quien firma los ve llenos y puede cambiarlos. Sin columna, los llena quien firma.</p>
      {form_columns.map(({ field, title }) => (
        <SelectField
          key={field}
          label={title}
          aria-label={`Columna de ${title}`}
          options={[{ value: NONE, label: 'Sin columna' }, ...titled]}
          value={shown(mapping.form_fields.find((one) => one.field === field)?.column ?? null)}
          disabled={busy}
          onChange={({ target }) => onChoose(field, parse(target.value))}
        />
      ))}
    </fieldset>
  )
}

interface PersonColumnsProps {
  readonly person: BulkMapping['people'][number]
  readonly role: TemplateRole | undefined
  readonly titled: readonly { readonly value: string; readonly label: string }[]
  readonly busy: boolean
  readonly onChoose: (datum: (typeof fields)[number][0], column: number | null) => void
}

function PersonColumns({ person, role, titled, busy, onChoose }: PersonColumnsProps) {
  const asked = fields.filter(([datum]) => datum !== 'certificate_identification' || role?.asks_certificate)
  return (
    <fieldset className={styles.person}>
      <legend>
        {role?.name}
        {role && !isSigningRole(role) && ` (${roleWords[role.kind]})`}
      </legend>
      {asked.map(([datum, label]) => (
        <SelectField
          key={datum}
          label={label}
          aria-label={`Columna de ${label.toLowerCase()} de ${role?.name}`}
          options={[{ value: NONE, label: 'Elige una columna' }, ...titled]}
          value={shown(person[datum])}
          disabled={busy}
          onChange={({ target }) => onChoose(datum, parse(target.value))}
        />
      ))}
    </fieldset>
  )
}
