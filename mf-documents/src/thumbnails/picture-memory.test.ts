import { fakeUrls } from '../testing/fake-urls.ts'
import { createPictureMemory } from './picture-memory.ts'

const picture = new Blob(['picture'])
const setUp = (limit = 2) => {
  const urls = fakeUrls()
  return { urls, memory: createPictureMemory(limit, urls) }
}

test('the memory returns the object URL of a stored picture', () => {
  const { memory } = setUp()
  expect(memory.get('/thumbnails/1/1/128')).toBeUndefined()
  expect(memory.set('/thumbnails/1/1/128', picture)).toBe('blob:1')
  expect(memory.get('/thumbnails/1/1/128')).toBe('blob:1')
})

test('the memory drops the least recently used picture and revokes its object URL', () => {
  const { memory, urls } = setUp()
  memory.set('/thumbnails/1/1/128', picture)
  memory.set('/thumbnails/2/1/128', picture)
  memory.get('/thumbnails/1/1/128')
  memory.set('/thumbnails/3/1/128', picture)
  expect(urls.revoked).toEqual(['blob:2'])
  expect(memory.get('/thumbnails/2/1/128')).toBeUndefined()
  expect(memory.get('/thumbnails/1/1/128')).toBe('blob:1')
})

test('replacing a picture revokes the object URL of the old picture', () => {
  const { memory, urls } = setUp()
  memory.set('/thumbnails/1/1/128', picture)
  expect(memory.set('/thumbnails/1/1/128', picture)).toBe('blob:2')
  expect(urls.revoked).toEqual(['blob:1'])
})

test('forget revokes the object URL of one picture, and clear revokes all of them', () => {
  const { memory, urls } = setUp()
  memory.set('/thumbnails/1/1/128', picture)
  memory.set('/thumbnails/2/1/128', picture)
  memory.forget('/thumbnails/1/1/128')
  memory.forget('/thumbnails/9/1/128')
  expect(urls.revoked).toEqual(['blob:1'])
  memory.clear()
  expect(urls.revoked).toEqual(['blob:1', 'blob:2'])
  expect(memory.get('/thumbnails/2/1/128')).toBeUndefined()
})
