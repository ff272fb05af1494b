import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fault } from './fault-boundary.ts'

/*
 * Orders in the file `fault` of a data directory:
 *   record         append every point to `fault-record`
 *   kill <point>   SIGKILL, once
 *   fail <point>   throw while the file exists
 * `*` stands for any text. ` #2` means the second time.
 */

const ORDER = /^(kill|fail) (.+?)(?: #(\d+))?$/

interface Order {
  readonly text: string
  readonly act: string
  readonly pattern: RegExp
  readonly first: number
  reached: number
}

/** Points contain no other special characters. */
const toPattern = (point: string): RegExp => new RegExp(`^${point.replaceAll('*', '.*')}$`)

const parseOrder = (text: string): Order => {
  const [, act = text, point = '', first = '1'] = ORDER.exec(text) ?? []
  return { text, act, pattern: toPattern(point), first: Number(first), reached: 0 }
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}

export const obeyOrders = (dataDir: string): Fault => {
  const file = join(dataDir, 'fault')
  let order = parseOrder('')
  return (point) => {
    const text = read(file)
    if (text !== order.text) order = parseOrder(text)
    if (order.act === 'record') appendFileSync(join(dataDir, 'fault-record'), `${point}\n`)
    if (!order.pattern.test(point)) return
    order.reached += 1
    if (order.reached < order.first) return
    if (order.act === 'fail') throw new Error(`made to fail ${point}`)
    if (order.act !== 'kill') return
    rmSync(file)
    process.kill(process.pid, 'SIGKILL')
  }
}

export const giveOrder = (dataDir: string, order: string): Promise<void> => writeFile(join(dataDir, 'fault'), order)

export const endOrder = (dataDir: string): Promise<void> => rm(join(dataDir, 'fault'), { force: true })

export const recorded = async (dataDir: string, work: () => Promise<unknown>): Promise<string[]> => {
  await giveOrder(dataDir, 'record')
  await work()
  await endOrder(dataDir)
  const file = join(dataDir, 'fault-record')
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  await rm(file)
  return lines
}

const isInTransaction = (write: string): boolean => write.startsWith('begin > ') && !write.endsWith(' > commit')

const countOf = <Item>(items: readonly Item[], matches: (item: Item) => boolean): number => items.filter(matches).length

/**
 * Omits points whose crash leaves the same state: writes inside a
 * transaction, statements without effect, retried transactions.
 */
export const distinctPoints = (points: readonly string[]): string[] => {
  const ends = points.filter((point) => point.startsWith('after ')).map((point) => point.slice('after '.length))
  const commits = ends.filter((write) => write.endsWith(' > commit'))
  const reached = new Map<string, number>()
  return points.flatMap((point) => {
    const [when, write = ''] = [point.slice(0, point.indexOf(' ')), point.slice(point.indexOf(' ') + 1)]
    const count = (reached.get(point) ?? 0) + 1
    reached.set(point, count)
    if (isInTransaction(write)) {
      const isNew = when === 'before' && count === 1
      return isNew && commits.some((commit) => commit.startsWith(`${write} > `)) ? [point] : []
    }
    if (count > countOf(ends, (end) => end === write)) return []
    return [count === 1 ? point : `${point} #${count}`]
  })
}
