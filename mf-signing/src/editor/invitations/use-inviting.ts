import { useState } from 'react'
import type { Invitation, UserFile } from 'shared/contract'
import { invitationsApi, messageOf } from 'shared/http'
import type { SavedField } from '../../fields/field-lifecycle.ts'
import type { PersonalMessage } from './message/use-personal-message.ts'
import type { AskedCertificates, InvitationOutcome, PersonalWords } from './send-invitations.ts'
import { sendInvitations } from './send-invitations.ts'

export type InvitingWork =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly outcomes: readonly InvitationOutcome[] }
  | { readonly kind: 'sent'; readonly outcomes: readonly InvitationOutcome[] }

export interface InvitingOptions {
  readonly file: UserFile
  readonly message: PersonalMessage
  readonly onChanged: () => void
  readonly onSettled: () => void
  readonly onLost: () => void
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

const sendAgain = async (file: UserFile, field: SavedField, words: PersonalWords): Promise<string | undefined> => {
  let problem: string | undefined
  await sendInvitations(file, [field], words, (outcome) => {
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

const invitationFailure = (outcomes: readonly InvitationOutcome[], fieldId: number): string | undefined => {
  const failure = outcomes.find(({ kind, field }) => kind === 'failed' && field.id === fieldId)
  return failure?.kind === 'failed' ? failure.message : undefined
}

const useAskedCertificates = () => {
  const [asked, setAsked] = useState<AskedCertificates>(new Map())
  return {
    asked,
    askedOf: ({ id, certificateIdentification = '' }: SavedField): string => asked.get(id) ?? certificateIdentification,
    ask: ({ id }: SavedField, identification: string) => setAsked(new Map([...asked, [id, identification]])),
  }
}

export const useInviting = ({ file, message, onChanged, onSettled, onLost }: InvitingOptions) => {
  const [work, setWork] = useState<InvitingWork>({ kind: 'idle' })
  const single = useSingle()
  const certificates = useAskedCertificates()
  const outcomes = work.kind === 'idle' ? [] : work.outcomes
  const failed = outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.field] : []))

  const settle = (changed: boolean) => {
    onSettled()
    if (changed) onChanged()
  }
  const send = async (fields: readonly SavedField[], words: PersonalWords) => {
    let done = outcomes.filter(({ field }) => !fields.includes(field))
    single.clear()
    setWork({ kind: 'sending', outcomes: done })
    await sendInvitations(file, fields, words, (outcome) => {
      done = [...done, outcome]
      setWork({ kind: 'sending', outcomes: done })
    })
    setWork({ kind: 'sent', outcomes: done })
    if (done.every(({ kind }) => kind === 'sent')) message.clear()
    settle(done.some(({ kind }) => kind === 'sent'))
    if (done.some((outcome) => outcome.kind === 'failed' && outcome.isLost)) onLost()
  }

  const withOne = async (fieldId: number, act: () => Promise<string | undefined>) =>
    settle((await single.run(fieldId, act)) === undefined)
  const resend = (field: SavedField, words: PersonalWords) => withOne(field.id, () => sendAgain(file, field, words))
  const withWords = (act: (words: PersonalWords) => Promise<void>) => {
    const words = message.take()
    if (words) void act({ ...words, asked: certificates.asked })
  }
  const revoke = (invitation: Invitation) => withOne(invitation.field_id, () => revokeOne(file, invitation))

  return {
    work,
    failed,
    send: (fields: readonly SavedField[]) => withWords((words) => send(fields, words)),
    resend: (field: SavedField) => withWords((words) => resend(field, words)),
    revoke,
    ...certificates,
    isSent: (fieldId: number): boolean => outcomes.some(({ kind, field }) => kind === 'sent' && field.id === fieldId),
    isBusy: single.isBusy,
    problemOf: (fieldId: number): string | undefined =>
      single.problemOf(fieldId) ?? invitationFailure(outcomes, fieldId),
  }
}

export type InvitingModel = ReturnType<typeof useInviting>
