import { forgetInTab, keepInTab, readInTab } from '../../kept-in-tab.ts'
import type { KeptTexts } from '../../questions/kept-text.ts'

const keyOf = (thread: string): string => `trazo-question-${thread}`

/** Only what the storage refused: a reload loses it. */
const held = new Map<string, string>()

/** In this tab: survives the dialog and a reload. */
export const keptQuestions: KeptTexts = {
  read: (thread) => held.get(thread) ?? readInTab(keyOf(thread)) ?? '',
  keep: (thread, text) => {
    held.delete(thread)
    if (text === '') forgetInTab(keyOf(thread))
    else if (!keepInTab(keyOf(thread), text)) held.set(thread, text)
  },
}
