import { type RefObject, type SubmitEvent, useRef, useState } from 'react'
import { LoginSchema } from 'shared/contract/accounts'
import * as v from 'valibot'
import { describeFailure } from '../forms/failure-message.ts'
import { failureTexts } from '../forms/failure-texts.ts'
import { useOneNotification } from '../forms/use-one-notification.ts'

const { entries } = LoginSchema
type LoginField = keyof typeof entries

interface Problem {
  readonly message: string
  /** Undefined if the server refused the whole form. */
  readonly field: LoginField | undefined
}

const firstProblem = ([issue]: readonly [v.InferIssue<typeof LoginSchema>, ...unknown[]]): Problem => {
  const key = issue.path?.[0].key
  return { message: issue.message, field: key === 'username' || key === 'password' ? key : undefined }
}

const select = ({ current }: RefObject<HTMLInputElement | null>): void => {
  current?.focus()
  current?.select()
}

/**
 * As `useSubmit`, without react-hook-form: 12 kB (gzip) that most visitors
 * never need.
 * @param work throws HttpError, PasskeyCancelled
 */
export const useLoginForm = (work: (values: v.InferOutput<typeof LoginSchema>) => Promise<void>) => {
  const inputs = { username: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null) }
  const [problem, setProblem] = useState<Problem>()
  const [busy, setBusy] = useState(false)
  const { show, hide } = useOneNotification(problem !== undefined)

  const fail = (error: unknown) => {
    const { message } = describeFailure(error, failureTexts.login, [])
    show({ type: 'error', message, announced: false })
    setProblem({ message, field: undefined })
    select(inputs.password)
  }
  const send = async (values: v.InferOutput<typeof LoginSchema>) => {
    hide()
    setProblem(undefined)
    setBusy(true)
    await work(values).catch(fail)
    setBusy(false)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = Object.fromEntries(new FormData(event.currentTarget))
    const { success, output, issues } = v.safeParse(LoginSchema, values, { abortEarly: true })
    if (success) return void send(output)
    const found = firstProblem(issues)
    show({ type: 'warning', message: found.message })
    setProblem(found)
    if (found.field) select(inputs[found.field])
  }
  const isSolvedBy = (name: LoginField, value: string): boolean =>
    problem?.field === undefined || (problem.field === name && v.is(entries[name], value))
  const fieldProps = (name: LoginField) => ({
    name,
    ref: inputs[name],
    error: problem?.field === name ? problem.message : undefined,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      if (isSolvedBy(name, currentTarget.value)) setProblem(undefined)
    },
  })
  return { submit, fail, busy, fieldProps, formError: problem?.field === undefined ? problem?.message : undefined }
}
