import { mailSignedPdfs } from '../send-signed-pdf.ts'
import type { GuestFlowAction } from '../session/guest-flow.ts'
import type { GuestSession } from '../session/guest-session.ts'
import { signedTexts } from './constants.ts'
import type { GuestSendingModel } from './guest-sending-model.ts'

interface MailingProps {
  readonly dispatch: (action: GuestFlowAction) => void
  readonly sending?: GuestSendingModel | undefined
}

/** If the person asks: one mail for each document. */
export const mailPdf = async (
  { dispatch, sending }: MailingProps,
  guest: GuestSession,
  email: string,
  together = sending?.signedIds ?? [],
) => {
  const ids = together.length > 0 ? together : [guest.documentId]
  dispatch({ type: 'mailed', notification: await mailSignedPdfs(ids, email) })
}

/** After the act. Several documents are not mailed: the panel has them, and each is mailed when it is complete. */
export const mailAtOnce = async (
  props: MailingProps,
  guest: GuestSession,
  email: string,
  together = props.sending?.signedIds ?? [],
) => {
  if (together.length <= 1) return mailPdf(props, guest, email, together)
  props.dispatch({ type: 'mailed', notification: { type: 'success', message: signedTexts.together } })
}
