import { useState } from 'react'
import type { UserFile } from 'shared/contract'
import { filesApi } from 'shared/http'
import { notify } from 'shared/state'
import { DELETE_SUCCESS } from './constants.ts'
import { deleteFailure } from './delete-failure.ts'

/** A deletion on its way: asked about, or confirmed and sent. */
type Deletion =
  | { readonly kind: 'none' }
  | { readonly kind: 'asked'; readonly file: UserFile }
  | { readonly kind: 'sent'; readonly file: UserFile }

const none: Deletion = { kind: 'none' }

/** Deletes a document after a confirmation; `onDeleted` runs once the server has done it. */
export const useDeletion = (onDeleted: (file: UserFile) => void) => {
  const [deletion, setDeletion] = useState<Deletion>(none)

  const confirm = async () => {
    if (deletion.kind !== 'asked') return
    const { file } = deletion
    setDeletion({ kind: 'sent', file })
    try {
      await filesApi.delete(file.id)
      notify({ type: 'success', message: DELETE_SUCCESS })
      onDeleted(file)
    } catch (error) {
      notify({ type: 'error', message: deleteFailure(error) })
    }
    setDeletion(none)
  }

  return {
    deletion,
    ask: (file: UserFile) => setDeletion({ kind: 'asked', file }),
    cancel: () => setDeletion(none),
    confirm: () => void confirm(),
  }
}
