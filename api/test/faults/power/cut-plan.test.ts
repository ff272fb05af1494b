import { seeded } from '../seeded.ts'
import { describeCut, planCommandCuts, planCuts } from './cut-plan.ts'
import type { DiskHistory } from './disk-event.ts'

const history: DiskHistory = {
  events: [
    { kind: 'name', entry: { folder: 0, name: 'a' }, node: 1, start: 10, end: 11 },
    { kind: 'write', node: 1, offset: 0, bytes: Buffer.from('x'), start: 14, end: 15 },
    { kind: 'sync', node: 1, start: 20, end: 27 },
    { kind: 'sync', node: 0, start: 30, end: Infinity },
  ],
  folders: new Set([0]),
}

test('half of the cuts are around a change, half anywhere between the first and the last', () => {
  const cuts = planCuts(600, history, seeded(3))
  const random = cuts.filter(({ where }) => where === 'random')
  expect(random).toHaveLength(300)
  expect(new Set(random.map(({ position }) => position)).size).toBe(19)
  const around = cuts.filter(({ where }) => where !== 'random').map(({ where, position }) => `${where} ${position}`)
  expect([...new Set(around)].sort()).toEqual([
    ...[
      'after 12',
      'after 16',
      'after 28',
      'before 10',
      'before 14',
      'before 20',
      'inside 11',
      'inside 15',
      'inside 21',
    ],
  ])
  expect(Math.max(...cuts.map(({ position }) => position))).toBeLessThanOrEqual(28)
})

test('some cuts of a command come after its end', () => {
  const ended = { ...history, events: history.events.slice(0, 3) }
  const cuts = planCommandCuts(200, ended, seeded(3)).filter(
    ({ where, position }) => where === 'after' && position === 28,
  )
  expect(cuts.length).toBeGreaterThan(60)
})

test('a cut is named by what came before it', () => {
  expect(describeCut({ position: 16, where: 'after', kind: 'torn' }, history)).toBe(
    'cut after at 16, torn survives, after name a, write of node 1',
  )
})
