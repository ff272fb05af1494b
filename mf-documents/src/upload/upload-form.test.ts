import * as v from 'valibot'
import { fileProblem, UploadFormSchema } from './upload-form.ts'

const TEN_MB = 10 * 1024 * 1024
const file = (type: string, size: number) =>
  Object.defineProperty(new File(['x'], 'a', { type }), 'size', { value: size })

test.each([
  ['a PDF', file('application/pdf', 1000), undefined],
  ['a PDF of exactly 10 MB', file('application/pdf', TEN_MB), undefined],
  ['one byte more', file('application/pdf', TEN_MB + 1), 'El archivo excede el tamaño máximo permitido (10MB)'],
  ['a Word file', file('application/msword', 1000), 'Solo se permiten archivos PDF'],
  ['a file without a type', file('', 1000), 'Solo se permiten archivos PDF'],
  ['a picture that is too large as well', file('image/png', TEN_MB + 1), 'Solo se permiten archivos PDF'],
])('section 5, upload, check of the file: %s', (_case, candidate, message) =>
  expect(fileProblem(candidate)).toEqual(message),
)

const controls: Readonly<Record<string, string>> = { file: 'file', file_type_id: 'type' }

const firstProblem = (candidate: File | undefined, fileTypeId: number | undefined) => {
  const fields = { file: candidate, file_type_id: fileTypeId === undefined ? '' : String(fileTypeId) }
  const issue = v.safeParse(UploadFormSchema, fields, { abortEarly: true }).issues?.[0]
  return issue && { control: controls[v.getDotPath(issue) ?? ''], message: issue.message }
}

const pdf = new File(['%PDF-'], 'a.pdf', { type: 'application/pdf' })

test.each([
  ['all there', pdf, 1, undefined],
  ['no file', undefined, undefined, { control: 'file', message: 'Por favor selecciona un archivo' }],
  ['no type', pdf, undefined, { control: 'type', message: 'Por favor selecciona un tipo de archivo' }],
  ['a type that does not exist', pdf, 9, { control: 'type', message: 'Por favor selecciona un tipo de archivo' }],
  [
    'a Word file under the type for it',
    new File(['x'], 'a.doc', { type: 'application/msword' }),
    2,
    { control: 'file', message: 'Solo se permiten archivos PDF' },
  ],
])('section 5, upload, first problem of the form: %s', (_case, candidate, type, problem) =>
  expect(firstProblem(candidate, type)).toEqual(problem),
)
