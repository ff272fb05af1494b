import { urlTexts } from '../constants.ts'
import { notifyResult } from '../notify-result.ts'

export const copyUrl = async (url: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(url)
    notifyResult({ type: 'success', message: urlTexts.copied })
  } catch {
    notifyResult({ type: 'error', message: urlTexts.copyFailed })
  }
}
