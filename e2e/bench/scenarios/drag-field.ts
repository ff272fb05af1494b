import type { Browser, Locator, Page } from 'playwright'
import { addField, enter, fieldOf, openEditor } from '../../harness/people.ts'
import { barePageOf } from '../bare/publish-bare-page.ts'
import { documents } from '../documents/index.ts'
import type { Finding } from '../finding.ts'
import type { Frames } from '../page/frame-recorder.ts'
import { framesDuring } from '../page/frame-recorder.ts'
import { withPage } from '../page/open-browser.ts'
import { visit } from '../page/visit.ts'
import type { Stage } from '../stage.ts'
import { inTurns, median } from '../statistics.ts'
import type { Scenario } from './scenario.ts'
import { stagedDocument } from './scenario.ts'

/** Milliseconds: a longer frame is a long task (W3C Long Tasks), and the field lags behind the finger. */
const BUDGET_MS = 50
const GUEST = { name: 'Luis Araya', email: 'luis@arrastre.example' } as const
const MOVES = 240

interface Spot {
  readonly x: number
  readonly y: number
}

const dragAround = async ({ mouse }: Page, start: Spot): Promise<void> => {
  await mouse.move(start.x, start.y)
  await mouse.down()
  for (let move = 1; move <= MOVES; move++) {
    const turn = (move / MOVES) * 4 * Math.PI
    await mouse.move(start.x + 120 * Math.sin(turn), start.y + 100 * Math.sin(2 * turn))
  }
  await mouse.up()
}

const middleOf = async (field: Locator): Promise<Spot> => {
  const box = await field.boundingBox()
  if (!box) throw new Error('there is no field to drag')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const dragInEditor = (browser: Browser, stage: Stage, filename: string): Promise<Frames> =>
  withPage(
    browser,
    async (page) => {
      await enter(page, stage.owner)
      const editor = await openEditor(page, filename)
      await page.evaluate(() => window.trazoBench.first)
      await addField(page, editor, GUEST, { x: 60, y: 120 })
      const start = await middleOf(fieldOf(editor, GUEST))
      return framesDuring(page, () => dragAround(page, start))
    },
    { baseURL: stage.origin('loopback') },
  )

const dragOnBarePage = (browser: Browser, stage: Stage): Promise<Frames> =>
  withPage(browser, async (page) => {
    const { file } = stagedDocument(stage, 'scans')
    await visit(page, stage.origin('loopback') + barePageOf(file, 595))
    await page.evaluate(() => window.trazoBench.first)
    const start = await middleOf(page.locator('#field'))
    return framesDuring(page, () => dragAround(page, start))
  })

const longestOf = ({ gaps, long }: Frames): number => Math.max(...gaps, ...long)

/** The median ignores a single outlier. */
export const dragField: Scenario = async ({ stage, browser, options, log }) => {
  const filename = 'borrador.pdf'
  await stage.uploadDraft(filename, 'scans')
  const longest = { editor: [] as number[], bare: [] as number[] }
  const over = { editor: 0, bare: 0 }
  for (let round = 0; round < Math.ceil(options.rounds / 3); round++)
    for (const side of inTurns(round, ['editor', 'bare'] as const)) {
      const frames = await (side === 'editor' ? dragInEditor(browser, stage, filename) : dragOnBarePage(browser, stage))
      longest[side].push(longestOf(frames))
      over[side] += frames.gaps.filter((gap) => gap > BUDGET_MS).length
    }
  log(`frames over ${BUDGET_MS} ms in ${longest.editor.length} drags: ${over.editor}, on the bare page ${over.bare}`)
  const finding: Finding = {
    scenario: 'drag',
    subject: 'longest frame in the editor',
    document: documents.scans.title,
    network: 'loopback',
    ours: `${median(longest.editor).toFixed(0)} ms, ${over.editor} over ${BUDGET_MS}`,
    base: `${median(longest.bare).toFixed(0)} ms, ${over.bare} over ${BUDGET_MS}`,
    figure: median(longest.editor),
    unit: 'ms',
    budget: BUDGET_MS,
    raw: { ours: longest.editor, bare: longest.bare },
  }
  return [finding]
}
