import { useState } from 'react'
import type { UserFile } from 'shared/contract'
import { filesApi, isNotFound, messageOf } from 'shared/http'
import { urlTexts } from '../constants.ts'
import { notifyResult } from '../notify-result.ts'

export type LinkEnding =
  | { readonly kind: 'none' }
  | { readonly kind: 'asked'; readonly file: UserFile }
  | { readonly kind: 'sent'; readonly file: UserFile }

const none: LinkEnding = { kind: 'none' }

export interface EndingListeners {
  readonly onEnded: (file: UserFile) => void
  readonly onGone: (id: number) => void
}

export const useEnding = ({ onEnded, onGone }: EndingListeners) => {
  const [ending, setEnding] = useState<LinkEnding>(none)

  const confirm = async () => {
    if (ending.kind !== 'asked') return
    const { file } = ending
    setEnding({ kind: 'sent', file })
    try {
      const ended = await filesApi.unshare(file.id)
      notifyResult({ type: 'success', message: urlTexts.ended(file.original_filename) })
      onEnded(ended)
    } catch (error) {
      notifyResult({ type: 'error', message: messageOf(error) })
      if (isNotFound(error)) onGone(file.id)
    }
    setEnding(none)
  }

  return {
    ending,
    ask: (file: UserFile) => setEnding({ kind: 'asked', file }),
    cancel: () => setEnding(none),
    confirm: () => void confirm(),
  }
}
