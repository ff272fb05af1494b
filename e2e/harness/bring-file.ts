import type { Page } from 'playwright/test'

export interface LocalFile {
  readonly name: string
  readonly mimeType: string
  readonly bytes: Buffer
}

export const ways = ['click', 'drop', 'paste'] as const
export type Way = (typeof ways)[number]

export const pdfFile = (name: string, bytes: Buffer): LocalFile => ({ name, mimeType: 'application/pdf', bytes })

const transferOf = (page: Page, ...files: readonly LocalFile[]) =>
  page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer()
      for (const { name, type, base64 } of given) {
        const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        transfer.items.add(new File([content], name, { type }))
      }
      return transfer
    },
    files.map(({ name, mimeType, bytes }) => ({ name, type: mimeType, base64: bytes.toString('base64') })),
  )

/** Drops files on the page itself, outside of every drop zone. */
export const dropOnPage = async (page: Page, ...files: readonly LocalFile[]): Promise<void> => {
  const transfer = await transferOf(page, ...files)
  const main = page.locator('main')
  await main.dispatchEvent('dragover', { dataTransfer: transfer })
  await main.dispatchEvent('drop', { dataTransfer: transfer })
  await transfer.dispose()
}

export const bringFile = async (page: Page, way: Way, file: LocalFile): Promise<void> => {
  // The label covers the whole drop zone.
  const label = page.locator('label', { hasText: /Arrastra un PDF aquí|Cambiar archivo/ })
  if (way === 'click') {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), label.click()])
    await chooser.setFiles({ name: file.name, mimeType: file.mimeType, buffer: file.bytes })
    return
  }
  const transfer = await transferOf(page, file)
  if (way === 'drop') {
    await label.dispatchEvent('dragover', { dataTransfer: transfer })
    await label.dispatchEvent('drop', { dataTransfer: transfer })
  } else {
    await page.evaluate((clipboardData) => {
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, transfer)
  }
  await transfer.dispose()
}
