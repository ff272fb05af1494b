import { publishBarePage } from '../bench/bare/publish-bare-page.ts'
import { withPage } from '../bench/page/open-browser.ts'
import { openBare, openReading } from '../bench/scenarios/viewer-pages.ts'
import { stageDocument } from '../bench/stage.ts'
import { ownerApi } from '../harness/api.ts'
import { ownerNamed } from '../harness/people.ts'
import { expect, test } from '../harness/trazo.ts'

test('both benchmark pages, Trazo and bare pdf.js, render at the same width and turn a page', async ({
  browser,
  trazo,
}) => {
  await publishBarePage(trazo.dataDir)
  const staged = await stageDocument(await ownerApi(trazo, ownerNamed('medidas')), 'text')
  let width = 0
  for (const open of [openReading, openBare])
    await withPage(browser, async (page) => {
      const opened = await open(page, trazo.url, staged, width)
      width ||= opened.width
      expect(opened.width).toBe(width)
      const turn = await page.evaluate((next) => window.trazoBench.turn(next, 2), opened.next)
      expect(turn).toBeGreaterThan(0)
    })
})
