import type { UseFormRegisterReturn } from 'react-hook-form'
import { fileTypes, MAX_LENGTHS } from 'shared/contract'
import { SelectField, TextAreaField, TextField } from 'shared/controls'
import styles from './UploadPanel.module.css'

export interface UploadFieldsProps {
  readonly register: (name: 'file_type_id' | 'description' | 'notes') => UseFormRegisterReturn
  readonly errors: Partial<Record<'file_type_id' | 'description' | 'notes', { readonly message?: string | undefined }>>
  readonly disabled: boolean
}

const typeOptions = [
  { value: '', label: 'Selecciona un tipo' },
  ...fileTypes.map(({ id, name, extensions, max_size_mb }) => ({
    value: String(id),
    label: `${name} (.${extensions.join(', .')}; hasta ${max_size_mb} MB)`,
  })),
]

export function UploadFields({ register, errors, disabled }: UploadFieldsProps) {
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
        error={errors.description?.message}
        {...register('description')}
      />
      <TextAreaField
        label="Notas"
        className={styles.notes}
        help="Opcional."
        maxLength={MAX_LENGTHS.notes}
        error={errors.notes?.message}
        {...register('notes')}
      />
    </fieldset>
  )
}
