import { readHistory } from './read-history.ts'
import { readTrace } from './read-trace.ts'

const hex = (text: string): string => Buffer.from(text).toString('hex').replaceAll(/../g, '\\x$&')
const quoted = (name: string): string => `"${hex(name)}"`
const fd = (number: number, name: string): string => `${number}<${hex(name)}>`

const historyOf = (...calls: readonly string[]) =>
  readHistory(readTrace(calls.map((call, index) => `10 ${index}.0 ${call} <0.1>`).join('\n')), '/data')

const OPEN_A = `openat(AT_FDCWD</>, ${quoted('/data/a')}, O_WRONLY|O_CREAT|O_EXCL, 0600) = ${fd(3, '/data/a')}`
const NAME_A = { kind: 'name', entry: { folder: 0, name: 'a' }, node: 1 }

test('a file is made, written where its position is, and stored', () => {
  const { events } = historyOf(
    OPEN_A,
    `write(${fd(3, '/data/a')}, ${quoted('hola')}, 4) = 4`,
    `writev(${fd(3, '/data/a')}, [{iov_base=${quoted(' y')}, iov_len=2}, {iov_base=${quoted(' más')}, iov_len=5}], 2) = 7`,
    `pwrite64(${fd(3, '/data/a')}, ${quoted('H')}, 1, 0) = 1`,
    `fsync(${fd(3, '/data/a')}) = 0`,
    `close(${fd(3, '/data/a')}) = 0`,
  )
  expect(events).toMatchObject([
    { ...NAME_A, start: 0, end: 1 },
    { kind: 'write', node: 1, offset: 0, bytes: Buffer.from('hola') },
    { kind: 'write', node: 1, offset: 4, bytes: Buffer.from(' y más') },
    { kind: 'write', node: 1, offset: 0, bytes: Buffer.from('H') },
    { kind: 'sync', node: 1, start: 8, end: 9 },
  ])
})

test('names change by rename, link and unlink; a folder is stored by its number', () => {
  const { events, folders } = historyOf(
    OPEN_A,
    `mkdir(${quoted('/data/f')}, 0700) = 0`,
    `rename(${quoted('/data/a')}, ${quoted('/data/f/b')}) = 0`,
    `openat(AT_FDCWD</>, ${quoted('/data/f')}, O_RDONLY) = ${fd(4, '/data/f')}`,
    `fsync(${fd(4, '/data/f')}) = 0`,
    `link(${quoted('/data/f/b')}, ${quoted('/data/c')}) = 0`,
    `unlink(${quoted('/data/f/b')}) = 0`,
  )
  expect(events).toMatchObject([
    NAME_A,
    { kind: 'name', entry: { folder: 0, name: 'f' }, node: 2 },
    { kind: 'rename', from: { folder: 0, name: 'a' }, to: { folder: 2, name: 'b' }, node: 1 },
    { kind: 'sync', node: 2 },
    { kind: 'name', entry: { folder: 0, name: 'c' }, node: 1 },
    { kind: 'unname', entry: { folder: 2, name: 'b' }, node: 1 },
  ])
  expect([...folders]).toEqual([0, 2])
})

test('a file that is opened again is continued, emptied or appended to', () => {
  const opened = (flags: string) => `openat(AT_FDCWD</>, ${quoted('/data/a')}, ${flags}) = ${fd(3, '/data/a')}`
  const write = `write(${fd(3, '/data/a')}, ${quoted('xy')}, 2) = 2`
  const { events } = historyOf(OPEN_A, write, opened('O_WRONLY|O_APPEND'), write, opened('O_WRONLY|O_TRUNC'), write)
  expect(events).toMatchObject([
    NAME_A,
    { offset: 0 },
    { kind: 'write', offset: 2 },
    { kind: 'resize', size: 0 },
    { offset: 0 },
  ])
})

test('a short write wrote what it answered; failed calls and other folders change nothing', () => {
  const { events } = historyOf(
    OPEN_A,
    `write(${fd(3, '/data/a')}, ${quoted('hola')}, 4) = 3`,
    `unlink(${quoted('/data/x')}) = -1 ENOENT (No such file or directory)`,
    `write(${fd(9, '/database')}, ${quoted('/data/a')}, 7) = 7`,
    `write(2<socket:[1]>, ${quoted('/data/a')}, 7) = 7`,
  )
  expect(events).toMatchObject([NAME_A, { kind: 'write', bytes: Buffer.from('hol') }])
})

test('the shared memory of a log is left out', () => {
  const { events } = historyOf(
    `openat(AT_FDCWD</>, ${quoted('/data/a-shm')}, O_RDWR|O_CREAT, 0600) = ${fd(3, '/data/a-shm')}`,
    `pwrite64(${fd(3, '/data/a-shm')}, ${quoted('x')}, 1, 0) = 1`,
    `mmap(NULL, 32768, PROT_READ|PROT_WRITE, MAP_SHARED, ${fd(3, '/data/a-shm')}, 0) = 0`,
    `unlink(${quoted('/data/a-shm')}) = 0`,
  )
  expect(events).toEqual([])
})

test.each([
  ['a call that is not known', `truncate(${quoted('/data/a')}, 3) = 0`, /not known/],
  ['a copy of the kernel', `sendfile(${fd(3, '/data/a')}, 4, NULL, 5) = 5`, /not known/],
  ['a clone', `ioctl(${fd(3, '/data/a')}, FICLONE, 4) = 0`, /not known/],
  ['a file that was opened by another call', `write(${fd(8, '/data/a')}, ${quoted('x')}, 1) = 1`, /not traced/],
  ['a file that was there before', `openat(AT_FDCWD</>, ${quoted('/data/z')}, O_RDWR) = ${fd(5, '/data/z')}`, /never/],
  ['shared memory', `mmap(NULL, 5, PROT_WRITE, MAP_SHARED, ${fd(3, '/data/a')}, 0) = 0`, /not traced/],
  ['fewer bytes than were written', `write(${fd(3, '/data/a')}, ${quoted('x')}..., 2) = 2`, /too few/],
  ['a queue of the kernel', 'io_uring_setup(64, {flags=IORING_SETUP_SQPOLL}) = 7', /not traced/],
])('%s is refused', (_, call, why) => {
  expect(() => historyOf(OPEN_A, call)).toThrow(why)
})

test('the position of a file that is read and written is not known', () => {
  const open = `openat(AT_FDCWD</>, ${quoted('/data/a')}, O_RDWR|O_CREAT, 0600) = ${fd(3, '/data/a')}`
  expect(() => historyOf(open, `write(${fd(3, '/data/a')}, ${quoted('x')}, 1) = 1`)).toThrow('its position')
})
