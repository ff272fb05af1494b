import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { ConfirmDialog } from 'shared/controls'
import { filesApi } from 'shared/http'
import { participationApi } from 'shared/http/deferred'
import { Alert, Button } from 'shared/ui'
import { type FailedCall, failedCall } from '../../call-failure.ts'
import { shownDigest } from '../../signing/shown-digest.ts'
import type { ViewerModel } from '../../viewer/use-viewer.ts'
import { isAccountLink } from '../next/account-link.ts'
import { NextInInbox } from '../next/NextInInbox.tsx'
import { DownloadButton } from '../signing/DownloadButton.tsx'
import { saveShownDocument } from '../signing/download-signed.ts'
import { participationTexts } from './constants.ts'
import { SendingOfParticipation } from './lazy-sending-part.tsx'
import type { ParticipationProps } from './participation.ts'
import { asParticipant } from './participation-access.ts'

export interface ParticipationBarProps extends ParticipationProps {
  readonly viewer: ViewerModel
  /** Reports that the person sees the document. */
  readonly see: () => Promise<unknown>
}

type Answering = { readonly kind: 'idle' | 'sending' } | FailedCall

const useAnswer = ({ participation, dispatch, viewer, see }: ParticipationBarProps) => {
  const [state, setState] = useState<Answering>({ kind: 'idle' })
  const { id, kind } = participation.participant
  const call = kind === 'visto_bueno' ? participationApi.approve : participationApi.confirmReading
  const send = async (): Promise<void> => {
    setState({ kind: 'sending' })
    try {
      await see()
      const document_sha256 = await shownDigest(viewer)
      const body = document_sha256 === undefined ? {} : { document_sha256 }
      const { answered_at } = await asParticipant(participation, dispatch, (bearer) => call(id, body, bearer))
      setState({ kind: 'idle' })
      dispatch({ type: 'answered', at: answered_at })
    } catch (error) {
      setState(failedCall(error))
    }
  }
  return { state, send }
}

/** Another document of the sending waits for the person's answer. */
const leadsOn = ({ participant, document, sending }: ParticipationBarProps['participation']): boolean =>
  participant.kind !== 'copia' &&
  sending?.documents.some(({ id, state, path }) => id !== document.id && state === 'open' && path !== null) === true

/** The one thing that the person is asked for; then the download. */
export function ParticipationBar(props: ParticipationBarProps) {
  const { participation, dispatch } = props
  const { participant, document, turn, token } = participation
  if (participant.kind === 'copia' || participant.answered_at !== null)
    return (
      <>
        <SendingOfParticipation participation={participation} part="next" />
        <NextInInbox token={token} />
        <DownloadButton
          isSecond={isAccountLink(token) || leadsOn(participation)}
          download={() =>
            saveShownDocument(document.original_filename, () =>
              asParticipant(participation, dispatch, (bearer) => filesApi.download(document.id, bearer)),
            )
          }
        />
      </>
    )
  return turn === 'later' ? null : <AnswerButton {...props} />
}

function AnswerButton(props: ParticipationBarProps) {
  const { participation, viewer } = props
  const { state, send } = useAnswer(props)
  const [asking, setAsking] = useState(false)
  const isApproval = participation.participant.kind === 'visto_bueno'
  const isReady = viewer.document.kind === 'loaded'
  const label = isApproval ? participationTexts.approve : participationTexts.confirmReading
  return (
    <>
      {state.kind === 'failed' && <Alert tone="error" live="assertive" title={state.message} />}
      <Button
        variant="primary"
        icon={<Check />}
        busy={state.kind === 'sending'}
        busyLabel={participationTexts.approving}
        disabled={!isReady}
        title={isReady ? undefined : participationTexts.loading}
        onClick={() => (isApproval ? setAsking(true) : void send())}
      >
        {state.kind === 'failed' && state.again ? participationTexts.retry : label}
      </Button>
      {asking && (
        <ConfirmDialog
          open
          title={participationTexts.approve}
          description={participationTexts.approveMeans}
          confirmLabel={participationTexts.approve}
          cancelLabel={participationTexts.back}
          onConfirm={() => {
            setAsking(false)
            void send()
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}
