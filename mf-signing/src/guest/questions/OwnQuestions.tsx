import { useState } from 'react'
import { failureText } from 'shared/http'
import { useSearchParams } from 'shared/router'
import { notify } from 'shared/state'
import { Button } from 'shared/ui'
import { deferComponent } from '../../viewer/deferred.ts'
import { type AskingPerson, QUESTIONS_PARAMETER } from './asking-person.ts'

const questionDialog = deferComponent(() => import(/* webpackChunkName: "guest-answers" */ './QuestionDialog.tsx'))

const TITLE = 'Mis preguntas'
const NOT_LOADED = 'No se pudieron abrir. Revisa tu conexión e inténtalo de nuevo.'

export interface OwnQuestionsProps {
  readonly asking: AskingPerson
  readonly ownerName: string
  /** Why the person asks nothing more. */
  readonly closed: string
}

/** After the signature or the answer, for a person who came by the mail of an answer. */
export function OwnQuestions({ asking, ownerName, closed }: OwnQuestionsProps) {
  const [search] = useSearchParams()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const Dialog = questionDialog.use(open, (error) => {
    close()
    notify({ type: 'error', message: failureText(error, NOT_LOADED) })
  })
  if (!search.has(QUESTIONS_PARAMETER)) return null
  return (
    <>
      <Button size="sm" busy={open && !Dialog} onClick={() => setOpen(true)}>
        {TITLE}
      </Button>
      {open && Dialog && <Dialog {...{ asking, ownerName, closed }} title={TITLE} onClose={close} />}
    </>
  )
}
