import { keyed, randomKey } from './upload-key.ts'

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
  expect(keyed(last, sent, newKey)).toEqual({ content: sent, key }),
)

test('keys are UUIDs, and no two keys are equal', () => {
  const keys = Array.from({ length: 100 }, randomKey)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(keys).size).toBe(100)
})
