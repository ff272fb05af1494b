import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import type { OtherBrowser } from '../../../scripts/tools.ts'
import type { Browser, OpenBrowser, WindowSize } from './browser.ts'
import { openFirefox } from './firefox.ts'
import { POLLING, type Screen, screenOf } from './screen.ts'
import { openWebKit } from './webkit.ts'

const openers: Readonly<Record<OtherBrowser['name'], OpenBrowser>> = { Firefox: openFirefox, WebKitGTK: openWebKit }

export interface Visit extends Omit<Screen, 'choosePath'> {
  chooseFile(name: string, bytes: Buffer): Promise<void>
  /** Waits for the only file in the downloads, complete. */
  downloaded(): Promise<Buffer>
}

const onlyPdf = (folder: string): Buffer | undefined => {
  const [name, ...others] = readdirSync(folder).filter((file) => file.endsWith('.pdf'))
  return name !== undefined && others.length === 0 ? readFileSync(join(folder, name)) : undefined
}

const isComplete = (pdf: Buffer): boolean => pdf.subarray(-16).toString('latin1').trimEnd().endsWith('%%EOF')

const attachPicture = async (browser: Browser): Promise<void> => {
  const picture = await browser.picture().catch(() => undefined)
  if (picture === undefined) return
  const path = test.info().outputPath('screen.png')
  writeFileSync(path, picture, 'base64')
  await test.info().attach('screen', { path, contentType: 'image/png' })
}

export const visitWith = async <Result>(
  name: OtherBrowser['name'],
  size: WindowSize,
  work: (visit: Visit) => Promise<Result>,
): Promise<Result> => {
  const home = mkdtempSync(join(tmpdir(), 'trazo-browser-'))
  const files = join(home, 'files')
  mkdirSync(files)
  let browser: Browser | undefined
  try {
    browser = await openers[name](home, size)
    const downloaded = async (): Promise<Buffer> => {
      let pdf: Buffer | undefined
      const isThere = () => {
        pdf = onlyPdf(home)
        return pdf !== undefined && isComplete(pdf)
      }
      await expect.poll(isThere, { ...POLLING, message: 'a complete PDF in the downloads' }).toBe(true)
      if (!pdf) throw new Error('unreachable: the poll has passed')
      return pdf
    }
    const screen = screenOf(browser)
    const chooseFile = async (name: string, bytes: Buffer): Promise<void> => {
      const path = join(files, name)
      writeFileSync(path, bytes)
      await screen.choosePath(path)
    }
    return await work({ ...screen, chooseFile, downloaded })
  } catch (error) {
    if (browser) await attachPicture(browser)
    throw error
  } finally {
    await browser?.close()
    rmSync(home, { recursive: true, force: true })
  }
}
