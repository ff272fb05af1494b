import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark'
import type { QuestionThread } from 'shared/http/deferred'
import { Button, VisuallyHidden } from 'shared/ui'
import { questionTexts } from './texts.ts'
import type { AskingSigner, QuestionsModel } from './use-questions.ts'

interface AskedProps {
  readonly thread: QuestionThread
  readonly onOpen: (thread: QuestionThread) => void
  readonly children?: string
}

function AskedButton({ thread, onOpen, children }: AskedProps) {
  const { name, unanswered, can_answer: canAnswer } = thread
  const waits = unanswered > 0 && canAnswer
  return (
    <Button
      size="sm"
      variant={waits ? 'secondary' : 'ghost'}
      icon={<MessageCircleQuestion />}
      onClick={() => onOpen(thread)}
    >
      {children}
      {waits ? questionTexts.askedUnanswered(unanswered) : questionTexts.asked}
      {!children && <VisuallyHidden>{questionTexts.of(name)}</VisuallyHidden>}
    </Button>
  )
}

export interface PersonQuestionsProps {
  readonly person: AskingSigner
  readonly questions: QuestionsModel
}

/** In the row of a person who asked. */
export function PersonQuestions({ person, questions }: PersonQuestionsProps) {
  const thread = questions.threadOf(person)
  return thread ? (
    <div>
      <AskedButton thread={thread} onOpen={questions.open} />
    </div>
  ) : null
}

export interface OtherQuestionsProps {
  readonly people: readonly AskingSigner[]
  readonly questions: QuestionsModel
}

/** Of people without a row: removed, replaced, or with another address. */
export function OtherQuestions({ people, questions }: OtherQuestionsProps) {
  const threads = questions.withoutPeople(people)
  if (threads.length === 0) return null
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets.
    <ul role="list" aria-label={questionTexts.others}>
      {threads.map((thread) => (
        <li key={thread.id}>
          <AskedButton thread={thread} onOpen={questions.open}>{`${thread.name}: `}</AskedButton>
        </li>
      ))}
    </ul>
  )
}
