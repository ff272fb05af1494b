import { urlTexts } from '../constants.ts'
import { notifyResult } from '../notify-result.ts'

export const copyUrl = async (
  url: string,
  write: (text: string) => Promise<void> = (text) => navigator.clipboard.writeText(text),
): Promise<void> => {
  try {
    await write(url)
    notifyResult({ type: 'success', message: urlTexts.copied })
    // biome-ignore lint/plugin: a browser refuses the clipboard, or has none.
  } catch {
    notifyResult({ type: 'error', message: urlTexts.copyFailed })
  }
}
