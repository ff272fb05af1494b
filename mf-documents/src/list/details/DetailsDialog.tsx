import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { UploadPartsSchema, type UserFile } from 'shared/contract'
import { changeFileCall } from 'shared/contract/signing-order'
import { request } from 'shared/http'
import { notify } from 'shared/state'
import * as v from 'valibot'
import { showServerError } from '../../forms/form-errors.ts'
import { ValuesDialog } from '../../forms/ValuesDialog.tsx'
import { UploadFields } from '../../upload/UploadFields.tsx'

export interface DetailsDialogProps {
  readonly file: UserFile
  readonly onChanged: (file: UserFile) => void
  readonly onClose: () => void
}

const resolver = valibotResolver(v.omit(UploadPartsSchema, ['clean']), { abortEarly: true })

/** The fields of the upload's form, for a document that is already here. */
export default function DetailsDialog({ file, onChanged, onClose }: DetailsDialogProps) {
  const { file_type_id, description, notes } = file
  const form = useForm({ resolver, defaultValues: { file_type_id: String(file_type_id), description, notes } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (parts) => {
    try {
      const details = { ...parts, file_type_id: parts.file_type_id === 2 ? 2 : 1 } as const
      onChanged(await request(changeFileCall, { bearer: 'session', params: { id: file.id }, body: details }))
      notify({ type: 'success', message: 'Datos del documento guardados' })
      onClose()
    } catch (error) {
      showServerError(form, error)
    }
  })
  return (
    <ValuesDialog
      title="Datos del documento"
      description={file.original_filename}
      submit={{ label: 'Guardar datos', busyLabel: 'Guardando…' }}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <UploadFields register={form.register} errors={errors} disabled={isSubmitting} />
    </ValuesDialog>
  )
}
