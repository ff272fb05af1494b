import { useFormState } from 'react-hook-form'
import { fileTypes, MAX_LENGTHS } from 'shared/contract'
import { SelectField, TextAreaField, TextField } from 'shared/controls'
import styles from './UploadPanel.module.css'
import type { UploadForm } from './upload-form.ts'

export interface UploadFieldsProps {
  readonly form: UploadForm
  readonly disabled: boolean
}

const typeOptions = [
  { value: '', label: 'Selecciona un tipo' },
  ...fileTypes.map(({ id, name, extensions, max_size_mb }) => ({
    value: String(id),
    label: `${name} (.${extensions.join(', .')}; hasta ${max_size_mb} MB)`,
  })),
]

export function UploadFields({ form, disabled }: UploadFieldsProps) {
  const { control, register } = form
  const { errors } = useFormState({ control })
  return (
    <fieldset className={styles.fields} disabled={disabled} aria-label="Datos del documento">
      <SelectField
        label="Tipo de documento"
        help="Clasifica el documento; el archivo siempre es un PDF."
        options={typeOptions}
        required
        error={errors.file_type_id?.message}
        {...register('file_type_id')}
      />
      <TextField
        label="Descripción"
        help="Opcional. Se ve en la tarjeta del documento."
        maxLength={MAX_LENGTHS.description}
        {...register('description')}
      />
      <TextAreaField
        label="Notas"
        className={styles.notes}
        help="Opcional."
        maxLength={MAX_LENGTHS.notes}
        {...register('notes')}
      />
    </fieldset>
  )
}
