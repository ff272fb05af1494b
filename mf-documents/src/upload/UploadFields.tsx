import type { Ref } from 'react'
import { fileTypes, MAX_LENGTHS } from 'shared/contract'
import { SelectField, TextAreaField, TextField } from 'shared/controls'
import styles from './UploadPanel.module.css'
import type { UploadForm } from './upload-state.ts'

export interface UploadFieldsProps {
  readonly form: UploadForm
  readonly typeError: string | undefined
  readonly disabled: boolean
  readonly typeRef: Ref<HTMLSelectElement>
  readonly onEdit: (change: Partial<UploadForm>) => void
}

const NO_TYPE = ''

const typeOptions = [
  { value: NO_TYPE, label: 'Selecciona un tipo' },
  ...fileTypes.map(({ id, name, extensions, max_size_mb }) => ({
    value: String(id),
    label: `${name} (.${extensions.join(', .')}; hasta ${max_size_mb} MB)`,
  })),
]

export function UploadFields({ form, typeError, disabled, typeRef, onEdit }: UploadFieldsProps) {
  return (
    <fieldset className={styles.fields} disabled={disabled} aria-label="Datos del documento">
      <SelectField
        label="Tipo de documento"
        name="file_type_id"
        help="Clasifica el documento; el archivo siempre es un PDF."
        options={typeOptions}
        ref={typeRef}
        required
        error={typeError}
        value={form.fileTypeId === undefined ? NO_TYPE : String(form.fileTypeId)}
        onChange={({ target }) => onEdit({ fileTypeId: target.value === NO_TYPE ? undefined : Number(target.value) })}
      />
      <TextField
        label="Descripción"
        name="description"
        help="Opcional. Se ve en la tarjeta del documento."
        maxLength={MAX_LENGTHS.description}
        value={form.description}
        onChange={({ target }) => onEdit({ description: target.value })}
      />
      <TextAreaField
        label="Notas"
        className={styles.notes}
        name="notes"
        help="Opcional."
        maxLength={MAX_LENGTHS.notes}
        value={form.notes}
        onChange={({ target }) => onEdit({ notes: target.value })}
      />
    </fieldset>
  )
}
