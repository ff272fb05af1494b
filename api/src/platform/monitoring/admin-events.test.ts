import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { adminEvents } from './admin-events.ts'

describe('the administrator events in docs/operations.md', () => {
  const page = readFileSync(join(__dirname, '../../../../docs/operations.md'), 'utf8')
  const [, section = ''] = page.split('\n## Notices to administrators\n')
  const rows = (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))

  test('the page lists every event with its level and its data', () => {
    const stated = rows.map(([, name, level, data]) => [
      name?.replaceAll('`', ''),
      level,
      [...(data ?? '').matchAll(/`([^`]+)`/g)].map(([, field]) => field),
    ])
    const known = Object.entries(adminEvents).map(([name, { level, data }]) => [name, level, Object.keys(data.entries)])
    expect(stated).toEqual(known)
  })

  test('the page explains the meaning of each event', () => {
    expect(rows.filter(([, , , , meaning = '']) => meaning.length < 15)).toEqual([])
  })
})
