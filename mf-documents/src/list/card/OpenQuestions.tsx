import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark'
import type { UserFile } from 'shared/contract'
import { questionsText } from '../questions-text.ts'
import styles from './DocumentOutcome.module.css'

export function OpenQuestions({ questions }: Pick<UserFile, 'questions'>) {
  const text = questionsText(questions)
  if (text === undefined) return null
  return (
    <p className={styles.line}>
      <MessageCircleQuestion />
      <span className={styles.words}>{text}</span>
    </p>
  )
}
