import { inflateInBrowser } from '../syntax/inflate.ts'
import { openPdf } from '../syntax/pdf-document.ts'
import { NOT_COMPARED, type PageRange, type PictureFinding, type PlacedRect } from '../verify/report.ts'
import { comparePagePictures, hidesInk, WHOLE_PAGE_RECT } from './compare-pictures.ts'
import type { PictureRenderer, RenderedFile, RenderedPage } from './renderer.ts'
import { startTimeLimit, type TimeLimit } from './time-limit.ts'

/** Pictures are slow and large; what exceeds a limit is reported as not compared. */
export interface PictureLimits {
  /** Later pages are not compared. */
  readonly pages: number
  /** Of one picture. */
  readonly pixels: number
  readonly milliseconds: number
}

/** 9 million pixels are A0 at one pixel a point, and 36 MB. */
export const PICTURE_LIMITS: PictureLimits = { pages: 500, pixels: 9_000_000, milliseconds: 60_000 }

export interface PictureOptions {
  readonly renderer: PictureRenderer
  readonly limits?: Partial<PictureLimits>
  /** Milliseconds since some start, for `limits.milliseconds`; the wall clock if absent. */
  readonly clock?: () => number
  /** In pages. Awaited, so that a worker can receive messages in between. */
  readonly onProgress?: (done: number, total: number) => void | Promise<void>
  readonly signal?: AbortSignal
}

/** `isSilent`: no verdict and no word tells the person about this place. */
export type AllowedPlace = PlacedRect & { readonly isSilent?: boolean }

/** An earlier revision, and where the file may look different since. */
export interface EarlierRevision {
  readonly bytes: Uint8Array
  readonly allowed: readonly AllowedPlace[]
}

/** `finding`: for the report of one signature. */
export interface DrawnRevision {
  readonly finding: PictureFinding
  /** Silent places in which print of the revision is no longer seen. */
  readonly hidden: readonly AllowedPlace[]
}

interface OpenRevision {
  readonly file: RenderedFile | undefined
  readonly allowed: readonly AllowedPlace[]
  readonly hidden: AllowedPlace[]
  readonly differences: PlacedRect[]
  readonly uncompared: PageRange[]
}

/** As many as the verifier reports changes. */
const MOST_DIFFERENCES = 200

/**
 * Compares each earlier revision with the file as it is now. Goes page by
 * page through all revisions, so that at most two pictures are in memory.
 * @returns one result for each revision, in the same order
 * @throws only if `signal` aborts
 */
export async function drawRevisions(
  now: Uint8Array,
  earlier: readonly EarlierRevision[],
  options: PictureOptions,
): Promise<DrawnRevision[]> {
  const limits = { ...PICTURE_LIMITS, ...options.limits }
  const time = startTimeLimit(limits.milliseconds, options)
  const current = await tryOpen(now, options.renderer, time)
  const revisions: OpenRevision[] = []
  try {
    for (const { bytes, allowed } of earlier) {
      const file = current && (await tryOpen(bytes, options.renderer, time))
      revisions.push({ file, allowed, hidden: [], differences: [], uncompared: [] })
    }
    if (current !== undefined) {
      await comparePages(current, revisions, { ...options, limits, time })
      const pages = countPages(now)
      for (const [index, revision] of revisions.entries()) {
        const known = Math.max(pages, countPages(earlier[index]?.bytes ?? now))
        leaveOut(revision, Math.max(current.pageCount, revision.file?.pageCount ?? 0) + 1, known)
      }
    }
    return revisions.map((revision) => ({ finding: findingOf(revision), hidden: revision.hidden }))
  } finally {
    for (const file of [current, ...revisions.map((revision) => revision.file)]) closeQuietly(file)
  }
}

/**
 * By our own reader: a renderer may believe a /Count that hides pages
 * from it, and then has not seen them. At least one: nothing is `same`
 * without a page.
 */
function countPages(bytes: Uint8Array): number {
  try {
    return Math.max(1, openPdf(bytes, { inflate: inflateInBrowser }).pageCount)
  } catch {
    return 1
  }
}

const closeQuietly = (file: RenderedFile | undefined): void => {
  try {
    file?.close()
  } catch {
    // A renderer that crashed cannot close its file.
  }
}

const tryOpen = (bytes: Uint8Array, renderer: PictureRenderer, time: TimeLimit): Promise<RenderedFile | undefined> =>
  time.attempt(() => renderer.open(bytes), closeQuietly)

interface Comparing extends PictureOptions {
  readonly limits: PictureLimits
  readonly time: TimeLimit
}

async function comparePages(current: RenderedFile, revisions: readonly OpenRevision[], options: Comparing) {
  const { limits, time, onProgress } = options
  for (const revision of revisions) tellPageCount(current, revision)
  const last = Math.max(0, ...revisions.map((revision) => commonPages(current, revision)))
  for (let page = 1; page <= last; page++) {
    if (page > limits.pages || time.isOver()) {
      for (const revision of revisions) leaveOut(revision, page, commonPages(current, revision))
      return
    }
    await comparePage(page, current, revisions, options)
    await onProgress?.(page, last)
  }
}

const commonPages = (current: RenderedFile, { file }: OpenRevision): number =>
  file === undefined ? 0 : Math.min(current.pageCount, file.pageCount)

/** A page that only one of them has is another page. */
function tellPageCount(current: RenderedFile, revision: OpenRevision): void {
  const { file, differences } = revision
  if (file === undefined) return
  const most = Math.max(current.pageCount, file.pageCount)
  for (let page = commonPages(current, revision) + 1; page <= most && differences.length < MOST_DIFFERENCES; page++)
    differences.push({ page, rect: WHOLE_PAGE_RECT })
}

async function comparePage(
  page: number,
  current: RenderedFile,
  revisions: readonly OpenRevision[],
  { limits, time }: Comparing,
): Promise<void> {
  const draw = (file: RenderedFile): Promise<RenderedPage | undefined> => time.attempt(() => file.draw(page, limits))
  const now = await draw(current)
  for (const revision of revisions) {
    const { file, allowed, hidden, differences } = revision
    if (file === undefined || page > commonPages(current, revision)) continue
    const before = now && (await draw(file))
    if (now === undefined || before === undefined) leaveOut(revision, page, page)
    else {
      const here = allowed.filter((each) => each.page === page)
      const excused = here.map(({ rect }) => rect)
      for (const rect of comparePagePictures(before, now, excused)) differences.push({ page, rect })
      hidden.push(...here.filter(({ isSilent, rect }) => isSilent && hidesInk(before, now, rect)))
    }
  }
}

function leaveOut({ uncompared }: OpenRevision, from: number, to: number): void {
  if (from > to) return
  const last = uncompared.at(-1)
  if (last?.to === from - 1) uncompared[uncompared.length - 1] = { from: last.from, to }
  else uncompared.push({ from, to })
}

function findingOf({ file, differences, uncompared }: OpenRevision): PictureFinding {
  if (file === undefined) return NOT_COMPARED
  const state = differences.length > 0 ? 'different' : uncompared.length > 0 ? 'incomplete' : 'same'
  return {
    state,
    differences: differences.toSorted((a, b) => a.page - b.page).slice(0, MOST_DIFFERENCES),
    uncompared,
  }
}
