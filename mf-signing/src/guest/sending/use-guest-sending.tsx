import { useState } from 'react'
import type { ShownForm } from '../../form/shown-form.ts'
import { deferComponent } from '../../viewer/deferred.ts'
import type { ViewerModel } from '../../viewer/use-viewer.ts'
import styles from '../GuestPage.module.css'
import type { GuestFlowAction, GuestSessionState } from '../session/guest-flow.ts'
import type { GuestSendingModel } from '../signing/guest-sending-model.ts'

const guestSending = deferComponent(() => import(/* webpackChunkName: "guest-sending" */ './GuestSending.tsx'))

/** Loads no code for a document without a sending. */
export const useGuestSending = (
  state: GuestSessionState,
  viewer: ViewerModel,
  painted: boolean,
  dispatch: (action: GuestFlowAction) => void,
) => {
  const [model, onModel] = useState<GuestSendingModel>()
  const [failed, setFailed] = useState(false)
  const { entry } = state.guest
  const wanted = entry.kind === 'invitation' && entry.sending !== undefined
  const Sending = guestSending.use(wanted && (painted || viewer.document.kind === 'failed'), () => setFailed(true))
  return {
    model: wanted ? model : undefined,
    isAwaited: wanted && !model && !failed,
    line: (form: ShownForm | undefined) =>
      wanted && (
        <div className={styles.sending}>
          {Sending && <Sending {...{ state, viewer, painted, form, dispatch, onModel }} />}
        </div>
      ),
  }
}
