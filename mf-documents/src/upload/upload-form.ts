import { valibotResolver } from '@hookform/resolvers/valibot'
import { type FieldErrors, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import { fileTypes, PDF_MIME_TYPE, UPLOAD_MAX_BYTES, UploadPartsSchema } from 'shared/contract'
import { notify } from 'shared/state'
import * as v from 'valibot'

const NOT_A_PDF = 'Solo se permiten archivos PDF'
const TOO_LARGE = 'El archivo excede el tamaño máximo permitido (10MB)'

const FileSchema = v.pipe(
  v.custom<File | undefined>(() => true),
  v.file('Por favor selecciona un archivo'),
  v.mimeType([PDF_MIME_TYPE], NOT_A_PDF),
  v.maxSize(UPLOAD_MAX_BYTES, TOO_LARGE),
)

/** The order of the rules is the order of the messages. */
export const UploadFormSchema = v.object({
  file: FileSchema,
  ...v.omit(UploadPartsSchema, ['clean']).entries,
})

/** The next step, below the specified text of a refusal. */
export const fileAdvice: Readonly<Record<string, string>> = {
  [NOT_A_PDF]: 'Si es de Word, ábrelo y guárdalo como PDF; luego elige ese archivo. El tuyo no cambió.',
  [TOO_LARGE]: 'Comprime el PDF o divídelo en partes, y elígelo de nuevo. El tuyo no cambió.',
}

export const fileProblem = (file: File): string | undefined =>
  v.safeParse(FileSchema, file, { abortEarly: true }).issues?.[0].message

type Fields = v.InferInput<typeof UploadFormSchema>
type Context = Pick<Fields, 'file'>

export type UploadForm = UseFormReturn<Fields, Context, v.InferOutput<typeof UploadFormSchema>>
type UploadResolver = Resolver<Fields, Context, v.InferOutput<typeof UploadFormSchema>>

const resolve: UploadResolver = valibotResolver(UploadFormSchema, { abortEarly: true })

/** The file is in the upload's state, not in an input. */
const resolveWithFile: UploadResolver = (values, context, options) =>
  resolve({ ...values, file: context?.file }, context, options)

export const useUploadForm = (file: File | undefined): UploadForm =>
  useForm({
    resolver: resolveWithFile,
    context: { file },
    defaultValues: { file_type_id: String(fileTypes[0].id), description: '', notes: '' },
  })

/** For `handleSubmit`'s second parameter. */
export const notifyFirstError = (errors: FieldErrors<Fields>): void => {
  const message = (errors.file ?? errors.file_type_id ?? errors.description ?? errors.notes)?.message
  if (message) notify({ type: 'warning', message })
}
