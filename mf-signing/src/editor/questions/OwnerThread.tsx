import { AnswerQuestionSchema, type QuestionThread } from 'shared/http/deferred'
import { ThreadDialog } from '../../questions/ThreadDialog.tsx'
import { keptAnswers } from './kept-answers.ts'
import { questionTexts as texts } from './texts.ts'
import type { QuestionsModel } from './use-questions.ts'

export interface OwnerThreadProps {
  readonly thread: QuestionThread
  readonly questions: QuestionsModel
  readonly onClose: () => void
}

/** The thread of one person, where the owner answers. */
export function OwnerThread({ thread, questions, onClose }: OwnerThreadProps) {
  const { id, name, can_answer: canAnswer } = thread
  return (
    <ThreadDialog
      thread={String(id)}
      kept={keptAnswers}
      words={{
        title: texts.title(name),
        description: texts.description(name),
        label: texts.label,
        submit: texts.submit,
        sent: texts.sent(name),
      }}
      schema={AnswerQuestionSchema}
      calls={{
        load: () => Promise.resolve(thread.messages),
        send: async (text, read) => (await questions.answer(thread, text, read)).messages,
      }}
      closed={canAnswer ? undefined : texts.closed(name)}
      mine="owner"
      otherName={name}
      onClose={onClose}
    />
  )
}
