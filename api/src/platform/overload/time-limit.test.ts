import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import {
  limitTaskTime,
  processorTimeLeft,
  processTime,
  STARVED_FACTOR,
  type TimeoutKind,
  threadTime,
} from './time-limit.ts'

const LIMIT = 8000

test.each([
  ['it has the processor to itself', { used: 8000, elapsed: 8000 }, 0],
  ['it got half of one', { used: 4000, elapsed: 8000 }, 4000],
  ['it has nearly used it up', { used: 7999.5, elapsed: 12_000 }, 0.5],
  ['it has used it up at last', { used: 8001, elapsed: 15_000 }, 0],
  ['several processors worked on it', { used: 12_000, elapsed: 5000 }, 3000],
  ['it hardly ran', { used: 3, elapsed: STARVED_FACTOR * LIMIT }, LIMIT - 3],
  ['its use is unknown', { used: undefined, elapsed: 8000 }, LIMIT],
])('%s', (_, spent, left) => expect(processorTimeLeft(spent, LIMIT)).toBe(left))

const fakeTime = {
  now: () => Date.now(),
  after: (milliseconds: number, work: () => void) => {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
}

const gaveUpAfter = (used: () => Promise<number | undefined>, limit: number): Promise<[number, TimeoutKind]> =>
  new Promise((resolve) => {
    const begun = Date.now()
    limitTaskTime(used, limit, (ending) => resolve([Date.now() - begun, ending]), fakeTime)
  })

describe('time limit with a simulated clock', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  test.each([
    ['alone', 1, 1000, 'spent'],
    ['beside another one', 0.5, 2000, 'spent'],
    ['hardly ever', 0.01, STARVED_FACTOR * 1000, 'starved'],
  ])('the time limit expires at the expected time for work that runs %s', async (_, share, expected, ending) => {
    const begun = Date.now()
    const end = gaveUpAfter(async () => (Date.now() - begun) * share, 1000)
    await jest.advanceTimersByTimeAsync(10_000)
    const [elapsed, found] = await end
    // Each timer may be 1 ms late.
    expect(Math.abs(elapsed - expected)).toBeLessThan(20)
    expect(found).toBe(ending)
  })

  test.each([
    ['is unknown', async () => undefined],
    ['is never told', () => new Promise<undefined>(() => undefined)],
  ])('work whose processor time %s is starved, never called too expensive', async (_, used) => {
    const end = gaveUpAfter(used, 1000)
    await jest.advanceTimersByTimeAsync(10_000)
    expect(await end).toEqual([STARVED_FACTOR * 1000, 'starved'])
  })

  test('a stopped time limit does not cancel the finished task', async () => {
    const giveUp = jest.fn()
    const stop = limitTaskTime(async () => 5000, 1000, giveUp, fakeTime)
    await jest.advanceTimersByTimeAsync(999)
    stop()
    await jest.advanceTimersByTimeAsync(10_000)
    expect(giveUp).not.toHaveBeenCalled()
  })
})

test('threadTime returns the processor time of a running thread and undefined after its end', async () => {
  const work = `
    const { parentPort } = require('node:worker_threads')
    parentPort.on('message', () => {
      while (process.threadCpuUsage().user < 50_000);
      parentPort.postMessage('done')
    })
  `
  const worker = new Worker(work, { eval: true })
  const used = threadTime(worker)
  worker.postMessage('go')
  await once(worker, 'message')
  const spent = await used()
  expect(spent).toBeGreaterThanOrEqual(50)
  // Earlier CPU time does not count.
  expect(await threadTime(worker, spent)()).toBeLessThan(50)
  await worker.terminate()
  expect(await used()).toBeUndefined()
})

const onLinux = process.platform === 'linux' ? test : test.skip

onLinux('processTime returns the processor time of a running process and undefined after its end', async () => {
  const work = `
    while (process.cpuUsage().user < 100_000);
    console.log('done')
    setInterval(() => {}, 1000)
  `
  const child = spawn(process.execPath, ['--eval', work])
  const used = processTime(child.pid)
  await once(child.stdout, 'data')
  expect(await used()).toBeGreaterThanOrEqual(90)
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(await used()).toBeUndefined()
})
