import { urlTexts } from '../constants.ts'
import { notifyResult } from '../notify-result.ts'

export const copyUrl = async (url: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(url)
    notifyResult({ type: 'success', message: urlTexts.copied })
    // biome-ignore lint/plugin: a browser refuses the clipboard, or has none.
  } catch {
    notifyResult({ type: 'error', message: urlTexts.copyFailed })
  }
}
