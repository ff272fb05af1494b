import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { readArchive } from '../../../../test/support/read-archive.ts'
import { type ArchiveFile, writeArchive } from './write-archive.ts'

const MEGABYTE = 1024 * 1024
const zeros = Buffer.alloc(MEGABYTE)
const sha256 = createHash('sha256').update(zeros).digest('hex')
const stored = (count: number): ArchiveFile[] =>
  Array.from({ length: count }, (_, index) => ({
    path: `${index}.bin`,
    kind: 'stored',
    sha256,
    size: MEGABYTE,
  }))

test('the archive opens files only as the reader consumes them', async () => {
  let opened = 0
  const blobs = {
    stream: async () => {
      opened += 1
      return Readable.from([zeros])
    },
  }
  const archive = writeArchive(blobs, stored(40), 0)
  await once(archive, 'readable')
  // Without a reader, open files fill the buffers and wait.
  expect(opened).toBeLessThanOrEqual(2)
  expect(readArchive(await buffer(archive)).size).toBe(40)
  expect(opened).toBe(40)
})

test('when the reader stops, the archive closes the open file and opens no other', async () => {
  let open: Readable | undefined
  let count = 0
  const blobs = {
    stream: async () => {
      count += 1
      open = new Readable({ read: () => undefined })
      return open
    },
  }
  const archive = writeArchive(blobs, stored(3), 0)
  archive.resume()
  await once(archive, 'data')
  const closed = new Promise((resolve) => open?.once('close', resolve))
  archive.destroy()
  await closed
  expect(count).toBe(1)
})

test('a file that cannot be read ends the archive with an error', async () => {
  const blobs = {
    stream: async () =>
      new Readable({
        read() {
          this.destroy(new Error('lost'))
        },
      }),
  }
  await expect(buffer(writeArchive(blobs, stored(1), 0))).rejects.toThrow('lost')
})
