import { useState } from 'react'
import type { Invitation, UserFile } from 'shared/contract'
import { invitationsApi, messageOf } from 'shared/http'
import type { SavedField } from '../../fields/field-lifecycle.ts'
import type { InvitationOutcome } from './send-invitations.ts'
import { sendInvitations } from './send-invitations.ts'

export type InvitingWork =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly outcomes: readonly InvitationOutcome[] }
  | { readonly kind: 'sent'; readonly outcomes: readonly InvitationOutcome[] }

export interface InvitingOptions {
  readonly file: UserFile
  readonly onChanged: () => void
  readonly onSettled: () => void
}

const noProblems: ReadonlyMap<number, string> = new Map()

const useSingle = () => {
  const [busy, setBusy] = useState<number>()
  const [problems, setProblems] = useState(noProblems)
  const run = async (fieldId: number, act: () => Promise<string | undefined>): Promise<string | undefined> => {
    setBusy(fieldId)
    const problem = await act()
    setProblems((old) => new Map([...old].filter(([id]) => id !== fieldId).concat(problem ? [[fieldId, problem]] : [])))
    setBusy(undefined)
    return problem
  }
  return {
    run,
    clear: () => setProblems(noProblems),
    isBusy: (fieldId: number): boolean => busy === fieldId,
    problemOf: (fieldId: number): string | undefined => problems.get(fieldId),
  }
}

const sendAgain = async (file: UserFile, field: SavedField): Promise<string | undefined> => {
  let problem: string | undefined
  await sendInvitations(file, [field], (outcome) => {
    problem = outcome.kind === 'failed' ? outcome.message : undefined
  })
  return problem
}

const revokeOne = async (file: UserFile, { id }: Invitation): Promise<string | undefined> => {
  try {
    await invitationsApi.revoke(file.id, id)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

export const useInviting = ({ file, onChanged, onSettled }: InvitingOptions) => {
  const [work, setWork] = useState<InvitingWork>({ kind: 'idle' })
  const single = useSingle()
  const outcomes = work.kind === 'idle' ? [] : work.outcomes
  const failed = outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.field] : []))

  const settle = (changed: boolean) => {
    onSettled()
    if (changed) onChanged()
  }
  const send = async (fields: readonly SavedField[]) => {
    // Includes earlier results in 'n of m'.
    let done = outcomes.filter(({ field }) => !fields.includes(field))
    single.clear()
    setWork({ kind: 'sending', outcomes: done })
    await sendInvitations(file, fields, (outcome) => {
      done = [...done, outcome]
      setWork({ kind: 'sending', outcomes: done })
    })
    setWork({ kind: 'sent', outcomes: done })
    settle(done.some(({ kind }) => kind === 'sent'))
  }

  const withOne = async (fieldId: number, act: () => Promise<string | undefined>) =>
    settle((await single.run(fieldId, act)) === undefined)
  const resend = (field: SavedField) => withOne(field.id, () => sendAgain(file, field))
  const revoke = (invitation: Invitation) => withOne(invitation.field_id, () => revokeOne(file, invitation))

  const failureOf = (fieldId: number) => outcomes.find(({ kind, field }) => kind === 'failed' && field.id === fieldId)
  return {
    work,
    failed,
    send: (fields: readonly SavedField[]) => void send(fields),
    resend: (field: SavedField) => void resend(field),
    revoke,
    isBusy: single.isBusy,
    problemOf: (fieldId: number): string | undefined => {
      const failure = failureOf(fieldId)
      return single.problemOf(fieldId) ?? (failure?.kind === 'failed' ? failure.message : undefined)
    },
  }
}
