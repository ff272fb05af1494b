import { useState } from 'react'
import type { UserFile } from 'shared/contract'
import { messageOf } from 'shared/http'
import { sendingsApi } from 'shared/http/deferred'

export type Joining =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed'; readonly message: string }

/** Makes one sending of the documents. `onJoined` gets the first one as a part of it. */
export const useJoining = (documents: readonly UserFile[], onJoined: (first: UserFile) => void) => {
  const [joining, setJoining] = useState<Joining>({ kind: 'idle' })
  const join = async () => {
    const [first] = documents
    if (first === undefined || joining.kind === 'busy') return
    setJoining({ kind: 'busy' })
    try {
      const { id } = await sendingsApi.create(documents.map((document) => document.id))
      onJoined({ ...first, sending: { id, position: 1, documents: documents.length } })
    } catch (error) {
      setJoining({ kind: 'failed', message: messageOf(error) })
    }
  }
  return { joining, join: () => void join() }
}
