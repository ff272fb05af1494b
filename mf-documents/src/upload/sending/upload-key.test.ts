import { keyUpload } from './upload-key.ts'

const file = new File(['%PDF-'], 'a.pdf')
const content = { file, fileTypeId: 1, description: '', notes: '', clean: false }
const first = { content, key: 'first' }
const newKey = () => 'new'

test.each([
  ['nothing was sent yet', undefined, content, 'new'],
  ['the same is sent again', first, { ...content }, 'first'],
  ['the file was chosen again', first, { ...content, file: new File(['%PDF-'], 'a.pdf') }, 'new'],
  ['another type', first, { ...content, fileTypeId: 2 }, 'new'],
  ['another description', first, { ...content, description: 'x' }, 'new'],
  ['other notes', first, { ...content, notes: 'x' }, 'new'],
  ['cleaning was accepted', first, { ...content, clean: true }, 'new'],
])('idempotency key of an upload: %s', (_, last, sent, key) =>
  expect(keyUpload(last, sent, newKey)).toEqual({ content: sent, key }),
)

test('the password of a file is not kept with the key, which stays', () => {
  expect(keyUpload(first, { ...content, password: 'Ñandú' }, newKey)).toEqual(first)
  expect(keyUpload(undefined, { ...content, password: 'Ñandú' }, newKey)).toEqual({ content, key: 'new' })
})
