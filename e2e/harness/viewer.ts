import type { CDPSession, Locator, Page } from 'playwright/test'
import { expect } from 'playwright/test'
import { type FieldOptions, ownerApi } from './api.ts'
import { makePdf, type PdfPage } from './make-pdf.ts'
import { enter, type Guest, openEditor, ownerNamed } from './people.ts'
import type { Trazo } from './trazo.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

export const aDocument = async (trazo: Trazo, name: string, pages: readonly PdfPage[]) => {
  const owner = ownerNamed(name)
  const guest: Guest = { name: 'Luis Araya', email: `${name}@visor.example` }
  const filename = `${name}.pdf`
  const api = await ownerApi(trazo, owner)
  const file = await api.upload(filename, makePdf(pages))
  const link = async (fieldPage = 1, options: FieldOptions = {}) =>
    api.invite(file, await api.addField(file, guest, { page: fieldPage, ...options }), guest)
  const editor = async (page: Page): Promise<Locator> => {
    await enter(page, owner)
    return openEditor(page, filename)
  }
  return { file, filename, guest, link, editor }
}

export const sheetOf = (scope: Page | Locator): Locator => scope.getByRole('img', { name: /^Página \d+ de \d+ de / })
export const stageOf = (scope: Page | Locator): Locator => scope.getByRole('group', { name: /^Página \d+$/ })

/** Waits, because an element that re-renders has no box. */
export const boxOf = async (locator: Locator) => {
  let box = await locator.boundingBox()
  await expect.poll(async () => (box ??= await locator.boundingBox()), 'place on the screen').not.toBeNull()
  if (!box) throw new Error('the element has no place on the screen')
  return box
}

export const middleOf = async (locator: Locator): Promise<Point> => {
  const { x, y, width, height } = await boxOf(locator)
  return { x: x + width / 2, y: y + height / 2 }
}

export const expectPage = async (scope: Page | Locator, number: number): Promise<void> => {
  await expect(scope.getByText(`Página ${number} de`)).toBeVisible()
  // A column of pages has neighbours.
  await expect(scope.getByRole('img', { name: `Página ${number} de` }).locator('canvas')).toBeVisible()
  await expect(scope.locator('[data-text="ready"]').first()).toBeAttached()
}

/** Returns CSS pixels per point of an A4 page. */
export const zoomOf = async (scope: Page | Locator): Promise<number> =>
  Math.round(((await boxOf(sheetOf(scope).first())).width / 595) * 1000) / 1000

export const panOf = (scope: Page | Locator): Promise<Point> =>
  stageOf(scope).evaluate(({ scrollLeft, scrollTop }) => ({ x: Math.round(scrollLeft), y: Math.round(scrollTop) }))

/** Between two moments, as on a screen of 60 Hz. */
const FRAME_S = 1 / 60
/** A finger that stood still this long does not fling the page. */
const REST_S = 0.2

/** The events have times of their own: the speed of a finger does not depend on the machine. */
export const fingersOn = async (page: Page) => {
  const session: CDPSession = await page.context().newCDPSession(page)
  return async (moments: readonly (readonly Point[])[]): Promise<void> => {
    const [first = [], ...others] = moments
    let timestamp = Date.now() / 1000 - moments.length * FRAME_S - REST_S
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: readonly Point[]) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: touchPoints.map((point) => ({ ...point })),
        timestamp,
      })
    await send('touchStart', first)
    for (const points of others) {
      timestamp += FRAME_S
      await send('touchMove', points)
    }
    timestamp += REST_S
    await send('touchEnd', [])
  }
}

/** Waits, because scrolling may continue after a touch. */
export const atRest = (element: Locator): Promise<void> =>
  element.evaluate(
    (moving) =>
      new Promise<void>((resolve) => {
        const frames = 4
        let [last, same] = ['', 0]
        const look = () => {
          const { x, y } = moving.getBoundingClientRect()
          same = `${x} ${y}` === last ? same + 1 : 0
          last = `${x} ${y}`
          if (same === frames) resolve()
          else requestAnimationFrame(look)
        }
        look()
      }),
  )

/** Waits for the click, which moves the caret again. */
export const tapAt = async (page: Page, { x, y }: Point): Promise<void> => {
  // Listens before the tap: input and scripts arrive in no order.
  const clicked = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    addEventListener('click', () => resolve(), { once: true, capture: true })
    return { promise }
  })
  await page.touchscreen.tap(x, y)
  await clicked.evaluate(({ promise }) => promise)
  await clicked.dispose()
}
