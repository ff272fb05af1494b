import { useState } from 'react'
import type { UserFile } from 'shared/contract'
import type { Participant } from 'shared/contract/participants'
import { invitationsApi, messageOf } from 'shared/http'
import type { SavedField } from '../../fields/field-lifecycle.ts'
import { isSaved } from '../../fields/field-lifecycle.ts'
import { correctInvitedAddress, takeInvitationLink } from './invitation-calls.ts'
import type { InvitePerson } from './invite-rows.ts'
import type { PersonalMessage } from './message/use-personal-message.ts'
import type { ParticipantOutcome, ParticipantsModel } from './participants/use-participants.ts'
import { invitedGuest } from './person-news.ts'
import type { AskedCertificates, InvitationOutcome, PersonalWords } from './send-invitations.ts'
import { sendInvitations } from './send-invitations.ts'

interface InvitingOutcomes {
  readonly outcomes: readonly InvitationOutcome[]
  /** Of people without a field. */
  readonly others: readonly ParticipantOutcome[]
}

export type InvitingWork = { readonly kind: 'idle' } | ({ readonly kind: 'sending' | 'sent' } & InvitingOutcomes)

export interface InvitingOptions {
  readonly file: UserFile
  readonly message: PersonalMessage
  readonly participants: Pick<ParticipantsModel, 'inviteAll'>
  readonly onChanged: () => void
  readonly onSettled: () => void
  /** The server's fields differ from the shown ones. */
  readonly onFieldsChanged: () => void
}

/** Who gets a mail. */
export interface Invited {
  readonly fields: readonly SavedField[]
  readonly people: readonly Participant[]
}

const noProblems: ReadonlyMap<string, string> = new Map()
const nothingSent: InvitingOutcomes = { outcomes: [], others: [] }

/** By `InvitePerson.key`. */
const useSingle = () => {
  const [busy, setBusy] = useState<string>()
  const [problems, setProblems] = useState(noProblems)
  const run = async (key: string, act: () => Promise<string | undefined>): Promise<string | undefined> => {
    setBusy(key)
    const problem = await act()
    setProblems((old) => new Map([...old].filter(([id]) => id !== key).concat(problem ? [[key, problem]] : [])))
    setBusy(undefined)
    return problem
  }
  return {
    run,
    clear: () => setProblems(noProblems),
    isBusy: (key: string): boolean => busy === key,
    problemOf: (key: string): string | undefined => problems.get(key),
  }
}

const unsignedFields = ({ guests }: InvitePerson): readonly SavedField[] =>
  guests.flatMap(({ field }) => (isSaved(field) ? [field] : []))

const sendAgain = async (
  file: UserFile,
  fields: readonly SavedField[],
  words: PersonalWords,
): Promise<string | undefined> => {
  let problem: string | undefined
  await sendInvitations(file, fields, words, (outcome) => {
    if (outcome.kind === 'failed') problem = outcome.message
  })
  return problem
}

const revokeAll = async (file: UserFile, { guests }: InvitePerson): Promise<string | undefined> => {
  try {
    for (const { invitation, state } of guests)
      if (invitation && state === 'standing') await invitationsApi.revoke(file.id, invitation.id)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

const invitationIdOf = (person: InvitePerson): number => invitedGuest(person)?.invitation?.id ?? 0

const failureOf = (outcomes: readonly InvitationOutcome[], { fields }: InvitePerson): string | undefined => {
  const failure = outcomes.find(({ kind, field }) => kind === 'failed' && fields.some(({ id }) => id === field.id))
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

interface SettlingOptions extends Pick<InvitingOptions, 'file' | 'onFieldsChanged'> {
  readonly settle: (changed: boolean) => void
}

/** The two actions of the menu that ask something first; both reject with what the server said. */
const askingActions = ({ file, settle, onFieldsChanged }: SettlingOptions) => ({
  takeLink: (person: InvitePerson): Promise<string> => takeInvitationLink(file, invitationIdOf(person)),
  correct: async (person: InvitePerson, email: string): Promise<void> => {
    await correctInvitedAddress(file, invitationIdOf(person), email)
    settle(true)
    onFieldsChanged()
  },
})

interface SendingOptions {
  readonly before: InvitingOutcomes
  readonly invited: Invited
  readonly words: PersonalWords
  readonly onProgress: (outcomes: InvitingOutcomes) => void
}

/** First the signers, then the others: an approver's mail may leave first nevertheless. */
const sendToAll = async (
  { file, participants }: Pick<InvitingOptions, 'file' | 'participants'>,
  { before, invited, words, onProgress }: SendingOptions,
): Promise<InvitingOutcomes> => {
  const { fields, people } = invited
  let done: InvitingOutcomes = {
    outcomes: before.outcomes.filter(({ field }) => !fields.includes(field)),
    others: before.others.filter(({ participant }) => people.every(({ id }) => id !== participant.id)),
  }
  const add = (more: Partial<InvitingOutcomes>) => {
    const { outcomes = [], others = [] } = more
    done = { outcomes: [...done.outcomes, ...outcomes], others: [...done.others, ...others] }
    onProgress(done)
  }
  add({})
  await sendInvitations(file, fields, words, (outcome) => add({ outcomes: [outcome] }))
  const { asked: _, ...personal } = words
  await participants.inviteAll(people, personal, (outcome) => add({ others: [outcome] }))
  return done
}

const resultsOf = ({ outcomes, others }: InvitingOutcomes): readonly boolean[] => [
  ...outcomes.map(({ kind }) => kind === 'sent'),
  ...others.map(({ problem }) => problem === undefined),
]

export const useInviting = (options: InvitingOptions) => {
  const { file, message, onChanged, onSettled, onFieldsChanged } = options
  const [work, setWork] = useState<InvitingWork>({ kind: 'idle' })
  const single = useSingle()
  const certificates = useAskedCertificates()
  const { outcomes, others } = work.kind === 'idle' ? nothingSent : work
  const failed = outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.field] : []))

  const settle = (changed: boolean) => {
    onSettled()
    if (changed) onChanged()
  }
  const send = async (invited: Invited, words: PersonalWords) => {
    single.clear()
    const onProgress = (now: InvitingOutcomes) => setWork({ kind: 'sending', ...now })
    const done = await sendToAll(options, { before: { outcomes, others }, invited, words, onProgress })
    setWork({ kind: 'sent', ...done })
    const results = resultsOf(done)
    if (results.every(Boolean)) message.clear()
    settle(results.some(Boolean))
    if (done.outcomes.some((outcome) => outcome.kind === 'failed' && outcome.isLost)) onFieldsChanged()
  }

  const withOne = async ({ key }: InvitePerson, act: () => Promise<string | undefined>) =>
    settle((await single.run(key, act)) === undefined)
  const withWords = (act: (words: PersonalWords) => Promise<void>) => {
    const words = message.take()
    if (words) void act({ ...words, asked: certificates.asked })
  }

  return {
    work,
    failed,
    send: (invited: Invited) => withWords((words) => send(invited, words)),
    others,
    resend: (person: InvitePerson) =>
      withWords((words) => withOne(person, () => sendAgain(file, unsignedFields(person), words))),
    revoke: (person: InvitePerson) => withOne(person, () => revokeAll(file, person)),
    ...askingActions({ file, settle, onFieldsChanged }),
    ...certificates,
    isSent: (fieldId: number): boolean => outcomes.some(({ kind, field }) => kind === 'sent' && field.id === fieldId),
    isBusy: ({ key }: InvitePerson): boolean => single.isBusy(key),
    problemOf: (person: InvitePerson): string | undefined =>
      single.problemOf(person.key) ?? failureOf(outcomes, person),
  }
}

export type InvitingModel = ReturnType<typeof useInviting>
