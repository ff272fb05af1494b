import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { href } from 'shared/contract'
import { confirmEmailCall } from 'shared/contract/accounts'
import { Link, useLocation } from 'shared/router'
import { Alert, Button } from 'shared/ui'
import { formFailureMessage } from '../forms/failure-message.ts'
import { failureTexts } from '../forms/failure-texts.ts'
import { validateFirst } from '../forms/validate-first.ts'
import { AuthScreen } from '../screen/AuthScreen.tsx'

export interface LinkStep {
  readonly title: string
  readonly lead: string
  readonly button: string
  readonly busy: string
  readonly done: (email: string) => string
  readonly run: (token: string) => Promise<{ readonly email: string }>
  /** In place of the way to the profile. */
  readonly afterwards?: { readonly to: string; readonly label: string }
}

/** All steps have this body; the call's type may lack it. */
const LinkSchema = confirmEmailCall.body as NonNullable<typeof confirmEmailCall.body>

const useStep = (step: LinkStep) => {
  const token = useLocation().hash.slice(1)
  const [email, setEmail] = useState<string>()
  const { handleSubmit, formState, setError } = useForm({
    resolver: validateFirst(LinkSchema),
    values: { token },
  })
  const { isSubmitting, errors } = formState
  const submit = handleSubmit(async ({ token: valid }) => {
    try {
      setEmail((await step.run(valid)).email)
    } catch (error) {
      setError('root', { message: formFailureMessage(error, failureTexts.emailLink) })
    }
  })
  const failure = errors.root?.message ?? (errors.token && failureTexts.emailLink.refused)
  return { email, submit, isSubmitting, failure }
}

export interface LinkStepScreenProps {
  readonly step: LinkStep
  /** Until it is done. */
  readonly children?: ReactNode
  readonly hasButton?: boolean
}

export function LinkStepScreen({ step, children, hasButton = true }: LinkStepScreenProps) {
  const { email, submit, isSubmitting, failure } = useStep(step)
  const isDone = email !== undefined
  const way = (isDone && step.afterwards) || { to: href.profile(), label: 'Ir a mi perfil' }
  return (
    <AuthScreen
      title={step.title}
      lead={step.lead}
      footer={
        <p>
          <Link to={way.to}>{way.label}</Link>
        </p>
      }
      onSubmit={submit}
    >
      {isDone && (
        <Alert tone="success" live="polite">
          {step.done(email)}
        </Alert>
      )}
      {failure !== undefined && (
        <Alert tone="error" live="assertive">
          {failure}
        </Alert>
      )}
      {!isDone && children}
      {!isDone && hasButton && (
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel={step.busy}>
          {step.button}
        </Button>
      )}
    </AuthScreen>
  )
}
