import { useMemo } from 'react'
import type { SignatureResult } from 'shared/contract'
import { HttpError, invitationsApi, messageOf, reportUnknown } from 'shared/http'
import { useLatest, useRequestKey } from 'shared/state'
import { mayPass } from '../../call-failure.ts'
import type { ViewerModel } from '../../viewer/use-viewer.ts'
import type { GuestFlowAction } from '../session/guest-flow.ts'
import { type GuestSession, type InvitationEntry, invitedSession } from '../session/guest-session.ts'
import { forgetKeptDrawing } from '../signing/forget-drawing.ts'
import type { JointAct, JointAttempt } from '../signing/joint-act.ts'
import { type GuestSendingRow, planSending } from './sending-plan.ts'
import { type ShownDocument, signTogether } from './sign-together.ts'
import { guestSendingTexts as texts } from './texts.ts'
import { changeVisit, readVisit, type VisitOwner } from './visit-store.ts'

export interface JointActOptions {
  readonly guest: GuestSession
  readonly entry: InvitationEntry
  readonly owner: VisitOwner
  readonly joint: readonly GuestSendingRow[]
  readonly viewer: Pick<ViewerModel, 'reload'>
  readonly dispatch: (action: GuestFlowAction) => void
  readonly onSigned: (documentIds: readonly number[]) => void
  /** Opens another document of the sending. */
  readonly go: (path: string) => void
}

const shownDocuments = ({ joint, owner }: JointActOptions, present: string | undefined): ShownDocument[] => {
  const { shown } = readVisit(owner)
  return joint.map(({ id, isPresent }) => {
    const digest = (isPresent ? present : undefined) ?? shown[id]
    // The button waits for all.
    if (digest === undefined) throw new Error(`document ${id} was not displayed`)
    return { id, document_sha256: digest }
  })
}

const hasChanged = (error: unknown): error is HttpError =>
  error instanceof HttpError && (error.code === 'SENDING_DIFFERS' || error.code === 'DOCUMENT_DIFFERS')

/** `ended`: the present document cannot be opened any more. `unknown`: the server was not reached. */
const readAnew = async (entry: InvitationEntry): Promise<GuestSession | 'ended' | 'unknown'> => {
  try {
    return invitedSession(await invitationsApi.validate(entry.token), entry.token)
  } catch (error) {
    reportUnknown(error)
    return mayPass(error) ? 'unknown' : 'ended'
  }
}

/** `ended`: names of those that can no longer be signed. `isSame`: the documents are the same ones. */
const changesOf = (joint: readonly GuestSendingRow[], now: Awaited<ReturnType<typeof readAnew>>) => {
  const namesOf = (rows: readonly GuestSendingRow[]) => rows.map(({ original_filename }) => original_filename)
  if (typeof now === 'string')
    return { ended: namesOf(joint.filter(({ isPresent }) => isPresent && now === 'ended')), isSame: false }
  const list = now.entry.kind === 'invitation' ? (now.entry.sending?.documents ?? []) : []
  const ended = joint.filter(({ id }) => (list.find((one) => one.id === id)?.state ?? 'ended') === 'ended')
  const rest = planSending(list, now.documentId, { shown: {}, signed: [] }).joint
  const isSame = rest.length === joint.length && rest.every(({ id }) => joint.some((one) => one.id === id))
  return { ended: namesOf(ended), isSame }
}

/** Leaves the steps of signing, and shows the list as it is now. The drawing stays. */
const showChanges = async (options: JointActOptions, error: HttpError): Promise<void> => {
  const { guest, entry, owner, joint, viewer, dispatch, go } = options
  const now = await readAnew(entry)
  const { ended, isSame } = changesOf(joint, now)
  const notice = now === 'unknown' ? messageOf(error) : texts.differs(ended)
  // The same documents have other bytes: the person reads each again.
  changeVisit(owner, { notice, ...(isSame ? { shown: {} } : {}) })
  dispatch({ type: 'signed-elsewhere', guest: typeof now === 'string' ? guest : now })
  const rest = joint.find(({ isPresent, to }) => !isPresent && to !== undefined)
  if (now === 'ended' && rest?.to !== undefined) go(rest.to)
  if (isSame) viewer.reload()
}

const firstField = ({ field }: GuestSession): number => {
  if (field === undefined || field.status === 'temporary') throw new Error('an invitation has a field of the document')
  return field.id
}

const presentResult = (results: readonly SignatureResult[], { documentId }: GuestSession): SignatureResult => {
  const own = results.find(({ document }) => document.id === documentId) ?? results[0]
  if (!own) throw new Error('the answer names no signature')
  return own
}

const signAll = async (
  options: JointActOptions,
  keyOf: (body: string) => string,
  { signatureData, identification, shown }: JointAttempt,
): Promise<SignatureResult> => {
  const { guest, entry, owner, dispatch, onSigned } = options
  if (readVisit(owner).notice !== undefined) changeVisit(owner, { notice: undefined })
  const documents = shownDocuments(options, shown)
  const idempotencyKey = keyOf(JSON.stringify([documents, signatureData, identification]))
  const act = { fieldId: firstField(guest), documents, signatureData, identification, idempotencyKey }
  const onRenewed = (accessToken: string) => dispatch({ type: 'renewed', accessToken })
  try {
    const results = await signTogether(act, { invitation: entry, onRenewed })
    const ids = documents.map(({ id }) => id)
    for (const { field_id: fieldId } of results) forgetKeptDrawing(fieldId)
    changeVisit(owner, { signed: [...readVisit(owner).signed, ...ids], shown: {}, notice: undefined })
    onSigned(ids)
    return presentResult(results, guest)
  } catch (error) {
    if (!hasChanged(error)) throw error
    await showChanges(options, error)
    throw new DOMException('the sending changed', 'AbortError')
  }
}

/** The common act of the documents that wait; undefined unless there are several. */
export const useJointAct = (options: JointActOptions, isReady: boolean): JointAct | undefined => {
  const latest = useLatest(options)
  const keyOf = useRequestKey()
  const { joint } = options
  return useMemo(() => {
    if (!isReady) return undefined
    const count = joint.length
    return {
      documents: joint.map(({ id, original_filename: name }) => ({ id, name })),
      words: {
        reviewHelp: texts.reviewHelp(count),
        drawingHelp: texts.drawingHelp(count),
        signed: texts.signedAll(count),
        processing: texts.signing(count),
        documents: joint.map(({ original_filename }) => original_filename),
      },
      button: texts.all(count),
      who: (name) => texts.who(name, count),
      sign: (attempt) => signAll({ ...latest.current, joint }, keyOf, attempt),
    }
  }, [joint, isReady])
}
