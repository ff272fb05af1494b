import { readTrace } from './read-trace.ts'

const hex = (text: string): string => Buffer.from(text).toString('hex').replaceAll(/../g, '\\x$&')
const path = hex('/data/a')

test('a call is one line, or two with others in between', () => {
  const { calls, times } = readTrace(
    [
      `10 5.000100 write(3<${path}>, "${hex('x, y) = 1')}", 8) = 8 <0.1>`,
      `11 5.000200 fsync(3<${path}> <unfinished ...>`,
      '10 5.000300 --- SIGCHLD {si_signo=SIGCHLD} ---',
      `10 5.000400 close(3<${path}>) = 0 <0.1>`,
      '11 5.000500 <... fsync resumed>) = 0 <0.3>',
      `10 5.000600 rename("${path}", "${path}") = -1 ENOENT (No such file or directory) <0.1>`,
      '11 5.000700 +++ exited with 0 +++',
      '',
    ].join('\n'),
  )
  expect(calls.map(({ name, result, start, end }) => [name, result, start, end])).toEqual([
    ['write', 8, 0, 0],
    ['close', 0, 3, 3],
    ['fsync', 0, 1, 4],
    ['rename', -1, 5, 5],
  ])
  expect(times[1]).toBeCloseTo(5000.2)
})

test('the arguments of a call that was resumed are put together', () => {
  const { calls } = readTrace(
    ['10 1.0 openat(AT_FDCWD, "x" <unfinished ...>', '10 2.0 <... openat resumed>, O_RDONLY) = 3 <0.1>'].join('\n'),
  )
  expect(calls[0]).toMatchObject({ args: 'AT_FDCWD, "x", O_RDONLY', result: 3 })
})

test('a call that never ended has no result, and no end', () => {
  const { calls } = readTrace(`10 1.0 fsync(3<${path}> <unfinished ...>\n`)
  expect(calls[0]).toMatchObject({ name: 'fsync', result: undefined, end: Infinity })
})

test('a number that another thread takes before the close has ended is open', () => {
  const { calls } = readTrace(
    ['10 1.0 close(3 <unfinished ...>', '11 1.1 openat(3) = 3 <0.1>', '10 1.2 <... close resumed>) = 0 <0.1>'].join(
      '\n',
    ),
  )
  expect(calls.map(({ name }) => name)).toEqual(['close', 'openat'])
})

test('threads share a process; a child has another one', () => {
  const { calls } = readTrace(
    [
      '12 1.0 close(3) = 0 <0.1>',
      '10 1.1 clone3({flags=CLONE_VM|CLONE_FILES|CLONE_THREAD}, 88) = 11 <0.1>',
      '11 1.2 clone3({flags=CLONE_VM|CLONE_FILES|CLONE_THREAD}, 88) = 12 <0.1>',
      '11 1.3 clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD) = 13 <0.1>',
      '13 1.4 close(3) = 0 <0.1>',
    ].join('\n'),
  )
  expect(calls.map(({ process }) => process)).toEqual([10, 10, 10, 10, 13])
})

test.each([['no line of a trace'], ['10 1.0 <... fsync resumed>) = 0'], ['10 1.0 something else']])(
  'a line that is not known is refused: %s',
  (line) => {
    expect(() => readTrace(line)).toThrow(/line/)
  },
)
