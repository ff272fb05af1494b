import { AskQuestionSchema, questionsApi } from 'shared/http/deferred'
import { ThreadDialog, type ThreadWords } from '../../questions/ThreadDialog.tsx'
import type { ThreadCalls } from '../../questions/use-thread.ts'
import type { AskingPerson } from './asking-person.ts'
import { keptQuestions } from './kept-question.ts'

const callsOf = ({ asker, withAccess }: AskingPerson): ThreadCalls => {
  const { fieldId, participantId } = asker
  return {
    load: async () =>
      (
        await withAccess((bearer) =>
          fieldId === undefined ? questionsApi.ofParticipant(participantId, bearer) : questionsApi.own(fieldId, bearer),
        )
      ).messages,
    send: async (text) =>
      (
        await withAccess((bearer) =>
          fieldId === undefined
            ? questionsApi.askAsParticipant(participantId, text, bearer)
            : questionsApi.ask(fieldId, text, bearer),
        )
      ).messages,
  }
}

const askingMeans = (ownerName: string, signs: boolean): string =>
  `Lo lee ${ownerName}, que te envió el documento, y te avisamos por correo cuando responda. Puedes ${signs ? 'firmar' : 'responder'} sin esperar.`

const wordsFor = ({ asking, ownerName, title, closed }: QuestionDialogProps): ThreadWords => ({
  title,
  description:
    closed === undefined ? askingMeans(ownerName, asking.asker.fieldId !== undefined) : `De ti y de ${ownerName}.`,
  label: 'Tu pregunta',
  submit: 'Enviar pregunta',
  sent: `Enviamos tu pregunta a ${ownerName}.`,
})

export interface QuestionDialogProps {
  readonly asking: AskingPerson
  readonly ownerName: string
  readonly title: string
  /** Why the person asks nothing more. */
  readonly closed?: string
  readonly onClose: () => void
}

/** The person's own questions to who sent the document. */
export default function QuestionDialog(props: QuestionDialogProps) {
  const { asking, ownerName, closed, onClose } = props
  const { fieldId, participantId } = asking.asker
  return (
    <ThreadDialog
      {...{ closed, onClose }}
      thread={fieldId === undefined ? `p${participantId}` : `f${fieldId}`}
      kept={keptQuestions}
      words={wordsFor(props)}
      schema={AskQuestionSchema}
      calls={callsOf(asking)}
      mine="guest"
      otherName={ownerName}
    />
  )
}
