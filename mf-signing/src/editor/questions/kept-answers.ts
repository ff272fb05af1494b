import { currentSession, sessionAtom, store } from 'shared/state'
import type { KeptTexts } from '../../questions/kept-text.ts'

const texts = new Map<string, string>()
let watching = false

/** Nothing of an account stays in a tab after its session. */
const forgetWithSession = (): void => {
  if (watching) return
  watching = true
  store.sub(sessionAtom, () => {
    if (currentSession().kind !== 'authenticated') texts.clear()
  })
}

/** In memory: survives the dialog and the editor, not a reload. */
export const keptAnswers: KeptTexts = {
  read: (thread) => texts.get(thread) ?? '',
  keep: (thread, text) => {
    forgetWithSession()
    if (text === '') texts.delete(thread)
    else texts.set(thread, text)
  },
}
