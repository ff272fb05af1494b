import { notify } from 'shared/state'
import { AnswerSheet } from './AnswerSheet.tsx'
import { sendReminderSilence } from './answer.ts'
import type { AnswerProps } from './answer-props.ts'
import { answerTexts } from './constants.ts'
import { useAnswering } from './use-answering.ts'

export function RemindersDialog(props: AnswerProps) {
  const { onAnswered, onClose } = props
  const { remindersSilenced: silenced, ownerName } = props.invitation
  const { state, send } = useAnswering(() => {
    onAnswered({ remindersSilenced: !silenced })
    notify({ type: 'success', message: silenced ? answerTexts.listening : answerTexts.silenced })
    onClose()
  })
  return (
    <AnswerSheet
      title={silenced ? answerTexts.listen : answerTexts.silence}
      description={silenced ? answerTexts.listenMeans : answerTexts.silenceMeans(ownerName)}
      confirmLabel={silenced ? answerTexts.listen : answerTexts.silenceConfirm}
      busyLabel={answerTexts.saving}
      state={state}
      onConfirm={() => void send(() => sendReminderSilence(props, !silenced))}
      onClose={onClose}
    />
  )
}
