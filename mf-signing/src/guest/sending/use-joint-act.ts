import { useMemo } from 'react'
import type { SignatureResult } from 'shared/contract'
import { HttpError, invitationsApi, messageOf, reportUnknown } from 'shared/http'
import { useLatest, useRequestKey } from 'shared/state'
import { mayPass } from '../../call-failure.ts'
import type { ShownForm } from '../../form/shown-form.ts'
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
  /** Of the present document. */
  readonly form: Pick<ShownForm, 'reload'> | undefined
  readonly dispatch: (action: GuestFlowAction) => void
  readonly onSigned: (documentIds: readonly number[]) => void
  /** Opens another document of the sending. */
  readonly go: (path: string) => void
}

const shownDocuments = ({ joint, owner }: JointActOptions, present: string | undefined): ShownDocument[] => {
  const { shown, forms } = readVisit(owner)
  return joint.map(({ id, isPresent, has_form }) => {
    const digest = (isPresent ? present : undefined) ?? shown[id]
    const form = has_form ? forms[id] : undefined
    // The button waits for all.
    if (digest === undefined || (has_form && typeof form !== 'string'))
      throw new Error(`document ${id} was not displayed`)
    return { id, document_sha256: digest, ...(typeof form === 'string' ? { form_sha256: form } : {}) }
  })
}

/** The act signs the drafts that the server has. @throws HttpError */
const saveForms = async ({ joint, owner }: JointActOptions): Promise<void> => {
  const { saves } = readVisit(owner)
  for (const { id } of joint) await saves[id]?.()
}

/** Documents whose values the server refused. */
const refusedForms = ({ joint }: JointActOptions, error: unknown): readonly GuestSendingRow[] => {
  if (!(error instanceof HttpError) || error.failure.kind !== 'refused') return []
  const fields = error.failure.error?.fields
  return fields === undefined ? [] : joint.filter(({ id }) => fields[`documents.${id}`] !== undefined)
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
  const rest = planSending(list, now.documentId, { shown: {}, forms: {}, signed: [] }).joint
  const isSame = rest.length === joint.length && rest.every(({ id }) => joint.some((one) => one.id === id))
  return { ended: namesOf(ended), isSame }
}

/** Leaves the steps of signing, says why, and leads to those documents. The drawing stays. */
const showRefused = (options: JointActOptions, rows: readonly GuestSendingRow[], error: unknown): void => {
  const { guest, owner, dispatch } = options
  const missing = Object.fromEntries(rows.map(({ id }) => [id, null]))
  changeVisit(owner, { notice: messageOf(error), forms: { ...readVisit(owner).forms, ...missing } })
  dispatch({ type: 'signed-elsewhere', guest })
}

const noticeOf = (
  joint: readonly GuestSendingRow[],
  error: HttpError,
  { ended, isSame }: ReturnType<typeof changesOf>,
) =>
  isSame && error.code === 'SENDING_DIFFERS' && joint.some(({ has_form }) => has_form)
    ? texts.dataDiffer
    : texts.differs(ended)

/** Leaves the steps of signing, and shows the list as it is now. The drawing stays. */
const showChanges = async (options: JointActOptions, error: HttpError): Promise<void> => {
  const { guest, entry, owner, joint, viewer, form, dispatch, go } = options
  const now = await readAnew(entry)
  const changes = changesOf(joint, now)
  const { isSame } = changes
  const notice = now === 'unknown' ? messageOf(error) : noticeOf(joint, error, changes)
  // The same documents have other bytes or values: the person reads each again.
  changeVisit(owner, { notice, ...(isSame ? { shown: {}, forms: {} } : {}) })
  dispatch({ type: 'signed-elsewhere', guest: typeof now === 'string' ? guest : now })
  const rest = joint.find(({ isPresent, to }) => !isPresent && to !== undefined)
  if (now === 'ended' && rest?.to !== undefined) go(rest.to)
  if (!isSame) return
  form?.reload()
  viewer.reload()
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
    await saveForms(options)
    const results = await signTogether(act, { invitation: entry, onRenewed })
    const ids = documents.map(({ id }) => id)
    for (const { field_id: fieldId } of results) forgetKeptDrawing(fieldId)
    changeVisit(owner, {
      signed: [...readVisit(owner).signed, ...ids],
      shown: {},
      forms: {},
      saves: {},
      notice: undefined,
    })
    onSigned(ids)
    return presentResult(results, guest)
  } catch (error) {
    const refused = refusedForms(options, error)
    if (refused.length > 0) showRefused(options, refused, error)
    else if (hasChanged(error)) await showChanges(options, error)
    else throw error
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
