import { checkFile, checkUpload } from './validate-upload.ts'

const TEN_MB = 10 * 1024 * 1024
const file = (type: string, size: number) => ({ type, size })

test.each([
  ['a PDF', file('application/pdf', 1000), undefined],
  ['a PDF of exactly 10 MB', file('application/pdf', TEN_MB), undefined],
  [
    'one byte more',
    file('application/pdf', TEN_MB + 1),
    { control: 'file', message: 'El archivo excede el tamaño máximo permitido (10MB)' },
  ],
  ['a Word file', file('application/msword', 1000), { control: 'file', message: 'Solo se permiten archivos PDF' }],
  ['a file without a type', file('', 1000), { control: 'file', message: 'Solo se permiten archivos PDF' }],
  [
    'a picture that is too large as well',
    file('image/png', TEN_MB + 1),
    { control: 'file', message: 'Solo se permiten archivos PDF' },
  ],
])('section 5, upload: %s', (_case, candidate, problem) => expect(checkFile(candidate)).toEqual(problem))

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
])('section 5, upload: %s', (_case, candidate, type, problem) => expect(checkUpload(candidate, type)).toEqual(problem))
