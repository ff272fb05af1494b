import { notify } from 'shared/state'
import { AnswerSheet } from './AnswerSheet.tsx'
import { giveAnswer } from './answer.ts'
import type { AnswerProps } from './answer-props.ts'
import { answerTexts } from './constants.ts'
import { useAnswering } from './use-answering.ts'

export function RemindersDialog({ person, words, calls, onAnswered, onClose }: AnswerProps) {
  const { remindersSilenced: silenced, ownerName } = person
  const { state, send } = useAnswering(() => {
    onAnswered({ remindersSilenced: !silenced })
    notify({ type: 'success', message: silenced ? words.listening : answerTexts.silenced })
    onClose()
  })
  return (
    <AnswerSheet
      title={silenced ? answerTexts.listen : answerTexts.silence}
      description={silenced ? answerTexts.listenMeans : words.silenceMeans(ownerName)}
      confirmLabel={silenced ? answerTexts.listen : answerTexts.silenceConfirm}
      busyLabel={answerTexts.saving}
      state={state}
      onConfirm={() => void send(() => giveAnswer(() => calls.silence(!silenced)))}
      onClose={onClose}
    />
  )
}
