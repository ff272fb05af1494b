import { useState } from 'react'
import type { UserFile } from 'shared/contract'
import { messageOf } from 'shared/http'
import { type Sending, sendingsApi } from 'shared/http/deferred'
import type { NotifyEditor } from '../use-notify.ts'
import { movedIds } from './document-state.ts'
import { sendingTexts } from './texts.ts'
import type { SendingModel } from './use-sending.ts'

export interface SendingActionsOptions {
  readonly file: UserFile
  readonly model: Pick<SendingModel, 'reload' | 'take'>
  readonly notify: NotifyEditor
  readonly onChanged: () => void
}

/** Of the shown document, until a person is invited: the server refuses them afterwards. */
export const useSendingActions = ({ file, model, notify, onChanged }: SendingActionsOptions) => {
  const [busy, setBusy] = useState(false)
  /** The document is alone now; the list says so later. */
  const [left, setLeft] = useState(false)
  const { original_filename: name } = file

  const run = async (act: () => Promise<string>) => {
    if (busy) return
    setBusy(true)
    try {
      notify('success', await act())
      onChanged()
    } catch (error) {
      notify('error', messageOf(error))
      model.reload()
    }
    setBusy(false)
  }
  const idsOf = ({ documents }: Sending) => documents.map(({ id }) => id)

  return {
    busy,
    left,
    move: (sending: Sending, step: -1 | 1) =>
      void run(async () => {
        const next = movedIds(idsOf(sending), file.id, step)
        model.take(await sendingsApi.change(sending.id, next))
        return sendingTexts.moved(name, next.indexOf(file.id) + 1)
      }),
    takeOut: (sending: Sending) =>
      void run(async () => {
        await sendingsApi.change(
          sending.id,
          idsOf(sending).filter((id) => id !== file.id),
        )
        setLeft(true)
        return sendingTexts.takenOut(name)
      }),
    dissolve: (sending: Sending) =>
      void run(async () => {
        await sendingsApi.dissolve(sending.id)
        setLeft(true)
        return sendingTexts.dissolved
      }),
  }
}

export type SendingActions = ReturnType<typeof useSendingActions>
