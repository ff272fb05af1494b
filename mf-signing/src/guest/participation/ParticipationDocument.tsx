import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { participationApi } from 'shared/http/deferred'
import { useViewer } from '../../viewer/use-viewer.ts'
import { Viewer } from '../../viewer/Viewer.tsx'
import { Answers } from '../answers/Answers.tsx'
import type { AnswerCalls, AnswerKind } from '../answers/answer-props.ts'
import { GuestLayout } from '../document/GuestLayout.tsx'
import { useFirstSign } from '../document/use-first-sign.ts'
import { useLinkSource } from '../document/use-guest-source.ts'
import { kindTexts, wordsOfKind } from './constants.ts'
import { SendingOfParticipation } from './lazy-sending-part.tsx'
import { ParticipationBar } from './ParticipationBar.tsx'
import { ParticipationPanel } from './ParticipationPanel.tsx'
import type { Participation, ParticipationProps } from './participation.ts'
import { asParticipant, renewParticipation } from './participation-access.ts'

/** Once for each page. A reading can be confirmed only after it, so the confirmation waits for it. */
const useSeen = ({ participation, dispatch }: ParticipationProps, painted: boolean) => {
  const sent = useRef<Promise<unknown>>(undefined)
  const { id } = participation.participant
  const see = (): Promise<unknown> => {
    sent.current ??= asParticipant(participation, dispatch, (bearer) => participationApi.seen(id, bearer)).catch(
      (error: unknown) => {
        sent.current = undefined
        throw error
      },
    )
    return sent.current
  }
  useFirstSign(painted ? () => void see().catch(() => undefined) : undefined)
  return see
}

const answerKinds = ({ participant: { kind, answered_at } }: Participation): readonly AnswerKind[] => {
  if (kind === 'copia' || answered_at !== null) return []
  return kind === 'visto_bueno' ? ['question', 'decline', 'forward', 'reminders'] : ['question', 'forward', 'reminders']
}

export function ParticipationDocument({ participation, dispatch }: ParticipationProps) {
  const { participant, document, owner_name: ownerName, token } = participation
  const { kind } = participant
  const source = useLinkSource(document.id, {
    accessToken: participation.access_token,
    renew: () => renewParticipation(token, dispatch),
  })
  const viewer = useViewer(source, { reading: true })
  const [painted, setPainted] = useState(false)
  const onPainted = useCallback(() => setPainted(true), [])
  const see = useSeen({ participation, dispatch }, painted)
  const gone = viewer.document.kind === 'failed' && viewer.document.status === 404
  useLayoutEffect(() => {
    if (gone) dispatch({ type: 'gone' })
  }, [gone, dispatch])
  const texts = kindTexts[kind]
  const kinds = answerKinds(participation)
  return (
    <GuestLayout
      documentId={document.id}
      documentName={document.original_filename}
      done={participant.answered_at === null ? undefined : texts.done}
      ask={participant.answered_at === null ? texts.ask(ownerName) : undefined}
      aside={
        <>
          <ParticipationPanel {...{ participation, dispatch }} />
          {kinds.length > 0 && <ParticipationAnswers {...{ participation, dispatch, kinds }} />}
        </>
      }
      asideHidden={false}
      sending={<SendingOfParticipation participation={participation} part="line" />}
      action={<ParticipationBar {...{ participation, dispatch, viewer, see }} />}
    >
      <Viewer {...{ viewer, onPainted }} fileName={document.original_filename} mode="viewer" folds />
    </GuestLayout>
  )
}

function ParticipationAnswers(props: ParticipationProps & { readonly kinds: readonly AnswerKind[] }) {
  const { participation, dispatch, kinds } = props
  const { participant, owner_name: ownerName, token, turn, proposal } = participation
  const { id, kind, email } = participant
  const calls: AnswerCalls = {
    decline: (reason) =>
      asParticipant(participation, dispatch, (bearer) => participationApi.reject(id, reason, bearer)),
    forward: (other) => asParticipant(participation, dispatch, (bearer) => participationApi.forward(id, other, bearer)),
    silence: (silenced) =>
      asParticipant(participation, dispatch, (bearer) => participationApi.silenceReminders(id, silenced, bearer)),
  }
  const { reminders_silenced: remindersSilenced, answer_by: answerBy } = participation
  return (
    <Answers
      person={{ token, ownerName, email, remindersSilenced, answerBy, turn, proposal }}
      kinds={kinds}
      words={wordsOfKind(kind)}
      calls={calls}
      asking={{ asker: { participantId: id }, withAccess: (call) => asParticipant(participation, dispatch, call) }}
      onAnswered={(answer) => dispatch({ type: 'changed', answer })}
      onDeclined={() => dispatch({ type: 'rejected' })}
    />
  )
}
