import { SECOND_MS } from '../../platform/clock.ts'
import { BlobFaultError, StorageUnavailableError } from '../../platform/storage/storage-errors.ts'
import { parseBackupCommand } from './parse-command.ts'
import { retryPassing } from './retry-passing.ts'

const failing = (times: number, error: Error) => {
  let calls = 0
  return async () => {
    calls += 1
    if (calls <= times) throw error
    return calls
  }
}

describe('retries of failures of an unavailable storage', () => {
  const away = new StorageUnavailableError('away')

  test('retryPassing retries after growing pauses and gives up after five retries', async () => {
    const waited: number[] = []
    const wait = async (milliseconds: number) => void waited.push(milliseconds / SECOND_MS)
    expect(await retryPassing(failing(2, away), wait)).toBe(3)
    expect(waited).toEqual([1, 2])
    await expect(retryPassing(failing(9, away), wait)).rejects.toBe(away)
    expect(waited).toEqual([1, 2, 1, 2, 4, 8, 15])
  })

  test('retryPassing does not retry a missing file', async () => {
    const fault = new BlobFaultError('0'.repeat(64), 'missing')
    const wait = () => Promise.reject(new Error('no wait'))
    await expect(retryPassing(failing(1, fault), wait)).rejects.toBe(fault)
  })
})

test.each([
  [['backup', '/b'], { kind: 'backup', folder: '/b', since: undefined }],
  [['backup', '/b', '--since', '/a'], { kind: 'backup', folder: '/b', since: '/a' }],
  [['backup', '--verify', '/b'], { kind: 'verify', folder: '/b' }],
  [['restore', '/b'], { kind: 'restore', folder: '/b' }],
  [['restore', '--missing', '/b'], { kind: 'restore-missing', folder: '/b', document: undefined }],
  [['restore', '--missing', '/b', '--document', '12'], { kind: 'restore-missing', folder: '/b', document: 12 }],
  [['backup'], undefined],
  [['backup', '/b', '/c'], undefined],
  [['backup', '/b', '--missing'], undefined],
  [['backup', '--verify', '/b', '--since', '/a'], undefined],
  [['restore', '/b', '--document', '12'], undefined],
  [['restore', '--missing', '/b', '--document', 'todos'], undefined],
  [['restore', '/b', '--force'], undefined],
  [['delete', '/b'], undefined],
])('parseBackupCommand parses or rejects the command line %j', (args, command) => {
  expect(parseBackupCommand(args)).toEqual(command)
})
