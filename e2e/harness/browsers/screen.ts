import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect } from 'playwright/test'
import { scaled } from 'shared/testing/limits'
import type { Browser } from './browser.ts'
import { keys, type Point, selectAll, stroke } from './gestures.ts'
import { asArgument, type Box, inkSource, lookSource, readSeen, type Seen, type Target } from './look.ts'

/** Milliseconds; the machine may be busy. */
export const POLLING = { timeout: scaled(45_000), intervals: [50, 100, 150] }

const library = join(
  dirname(createRequire(import.meta.url).resolve('@testing-library/dom')),
  '@testing-library/dom.umd.min.js',
)
const loadLibrary = `() => { ${readFileSync(library, 'utf8')}; return '' }`

const FILE_INPUT = 'input[type=file]'

export const role = (kind: string, name: string | RegExp | null = null, inside?: Target): Target => ({
  by: 'role',
  kind,
  name,
  ...(inside ? { inside } : {}),
})
export const button = (name: string | RegExp, inside?: Target): Target => role('button', name, inside)
export const dialog = (name: string | RegExp): Target => role('dialog', name)
export const label = (name: string | RegExp): Target => ({ by: 'label', kind: '', name })
export const text = (name: string | RegExp, inside?: Target): Target => ({
  by: 'text',
  kind: '',
  name,
  ...(inside ? { inside } : {}),
})
const selector = (kind: string): Target => ({ by: 'selector', kind, name: null })

export interface Screen {
  goTo(url: string): Promise<void>
  sees(target: Target): Promise<void>
  no(target: Target): Promise<void>
  /** Waits until the only match stands still and can be reached. */
  placeOf(target: Target): Promise<Box>
  click(target: Target): Promise<void>
  /** @param shown if the field rewrites what is typed */
  fill(target: Target, typed: string, shown?: string): Promise<void>
  /** Draws with fractions of the element. */
  draw(target: Target, points: readonly [Point, ...Point[]]): Promise<void>
  seesInk(selector: string): Promise<void>
  choosePath(path: string): Promise<void>
}

const describe = ({ by, kind, name }: Target): string => [by, kind, String(name ?? '')].join(' ')

const lookerOf = (browser: Browser) => {
  const ask = async (target: Target) => readSeen(await browser.call(lookSource, asArgument(target)))
  return async (target: Target): Promise<Seen> => {
    const seen = await ask(target)
    if (seen) return seen
    await browser.call(loadLibrary, '')
    const again = await ask(target)
    if (!again) throw new Error('the library is missing in the page')
    return again
  }
}

export const screenOf = (browser: Browser): Screen => {
  const lookAt = lookerOf(browser)
  const placeOf = async (target: Target): Promise<Box> => {
    let last: Seen | undefined
    const state = async () => {
      last = await lookAt(target)
      const { count, reachable, still } = last
      return { count, reachable, still }
    }
    await expect
      .poll(state, { ...POLLING, message: describe(target) })
      .toEqual({ count: 1, reachable: true, still: true })
    if (!last?.box) throw new Error('unreachable: one element was seen')
    return last.box
  }
  const draw: Screen['draw'] = async (target, points) => {
    const { x, y, width, height } = await placeOf(target)
    const at = (point: Point): Point => ({ x: x + width * point.x, y: y + height * point.y })
    const [first, ...others] = points
    await browser.perform([stroke([at(first), ...others.map(at)])])
  }
  const click = (target: Target) => draw(target, [{ x: 0.5, y: 0.5 }])
  const until = (target: Target, key: 'count' | 'value' | 'focused') =>
    expect.poll(async () => (await lookAt(target))[key], { ...POLLING, message: describe(target) })
  return {
    goTo: (url) => browser.open(url),
    sees: (target) => until(target, 'count').toBeGreaterThan(0),
    no: (target) => until(target, 'count').toBe(0),
    placeOf,
    click,
    async fill(target, typed, shown = typed) {
      await click(target)
      await until(target, 'focused').toBe(true)
      await browser.perform([selectAll])
      await browser.perform([keys(typed)])
      await until(target, 'value').toBe(shown)
    },
    draw,
    seesInk: (canvas) =>
      expect.poll(() => browser.call(inkSource, canvas), { ...POLLING, message: `ink on ${canvas}` }).toBe('ink'),
    async choosePath(path) {
      await until(selector(FILE_INPUT), 'count').toBe(1)
      await browser.chooseFile(FILE_INPUT, path)
    },
  }
}
