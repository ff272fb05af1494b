import { notify } from 'shared/state'
import { urlTexts } from './constants.ts'

/** Puts an address on the clipboard and tells what became of it; a browser may refuse, or have none. */
export const copyUrl = async (
  url: string,
  write: (text: string) => Promise<void> = (text) => navigator.clipboard.writeText(text),
): Promise<void> => {
  try {
    await write(url)
    notify({ type: 'success', message: urlTexts.copied })
  } catch {
    notify({ type: 'error', message: urlTexts.copyFailed })
  }
}
