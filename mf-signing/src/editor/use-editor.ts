import { useState } from 'react'
import type { DocumentEditorProps, UserFile } from 'shared/contract'
import type { PlacedField } from '../fields/field-lifecycle.ts'
import type { EditorDialog } from './editor-dialog.ts'
import { isUnsaved } from './fields/drafts.ts'
import { isInvited } from './fields/is-invited.ts'
import { useAlternates } from './invitations/alternates/use-alternates.ts'
import { guestsOf } from './invitations/invitations.ts'
import { usePersonalMessage } from './invitations/message/use-personal-message.ts'
import { type ParticipantsOptions, useParticipants } from './invitations/participants/use-participants.ts'
import { useFollowing } from './invitations/use-following.ts'
import { useInvitations } from './invitations/use-invitations.ts'
import { useSaveToInvite } from './invitations/use-save-to-invite.ts'
import { signingStarter } from './owner-signing/start-signing.ts'
import { usePlaces } from './places/use-places.ts'
import { primaryAction } from './primary-action.ts'
import { useQuestions } from './questions/use-questions.ts'
import { type MarkedSigner, nextMarks, noMarks, type SignerMarks } from './signer-marks/signer-marks.ts'
import { actionsOnSigners } from './signers/signer-actions.ts'
import type { SignerPerson } from './signers/signers.ts'
import { signersOf, withoutField } from './signers/signers.ts'
import { useTemplateEdit } from './template-edit/use-template-edit.ts'
import { useDocumentFieldEditing } from './use-field-editing.ts'
import { type NotifyEditor, useNotify } from './use-notify.ts'

const noDialog: EditorDialog = { kind: 'none' }
const nobody: readonly SignerPerson[] = []

const useSignerMarks = (signers: readonly MarkedSigner[]): SignerMarks => {
  const [marks, setMarks] = useState(noMarks)
  const next = nextMarks(marks, signers)
  if (next !== marks) setMarks(next)
  return next
}

const useDialogs = () => {
  const [shown, setShown] = useState<EditorDialog>(noDialog)
  return { shown, open: (dialog: EditorDialog) => setShown(dialog), close: () => setShown(noDialog) }
}

const useCancellation = (file: UserFile) => {
  const [here, setHere] = useState<UserFile['cancelled']>(null)
  return {
    cancelled: file.cancelled ?? here,
    markCancelled: (reason: string) => setHere({ at: new Date().toISOString(), by: null, reason }),
  }
}

interface GuestsOptions extends Pick<DocumentEditorProps, 'file' | 'onChanged'> {
  readonly fields: ReturnType<typeof useDocumentFieldEditing>['fields']
  readonly invitations: ReturnType<typeof useInvitations>
  readonly notify: NotifyEditor
}

/** A revoked link leaves its field free. */
const invitedFields = ({ list, load }: ReturnType<typeof useInvitations>): ReadonlySet<number> | undefined =>
  load.kind === 'ready' || list.length > 0
    ? new Set(list.filter(({ state }) => state !== 'revoked').map(({ field_id }) => field_id))
    : undefined

const useGuests = ({ file, fields, invitations, notify, onChanged }: GuestsOptions) => {
  const following = useFollowing({
    file,
    notify,
    onChanged,
    onSettled: invitations.reload,
    onSignerChanged: fields.reload,
  })
  const message = usePersonalMessage()
  return { ...invitations, guests: guestsOf(fields.settled, invitations.list), following, message }
}

/** The document can still get fields. */
const takesFields = (
  { load, readOnlyReason }: ReturnType<typeof useDocumentFieldEditing>['fields'],
  { status, expired }: ReturnType<typeof fileFacts>,
): boolean => load.kind === 'ready' && readOnlyReason === undefined && status !== 'COMPLETED' && !expired

const fileFacts = ({ status, deadline }: UserFile, cancelled: UserFile['cancelled']) => ({
  status,
  cancelled: cancelled !== null,
  expired: deadline?.expired === true,
})

interface SignersOptions
  extends Pick<ReturnType<typeof useDocumentFieldEditing>, 'fields' | 'removeAll' | 'addThirdParty'> {
  readonly notify: NotifyEditor
  readonly openDialog: (dialog: EditorDialog) => void
}

const useSigners = ({ fields, ...options }: SignersOptions) => {
  const { all, readOnlyReason } = fields
  const [people, setPeople] = useState(nobody)
  return { list: signersOf(all, people), ...actionsOnSigners({ ...options, readOnlyReason, setPeople }) }
}

/** The guest's link stops working; no mail is sent. */
const askingToRemove =
  (
    { readOnlyReason, settle, remove }: ReturnType<typeof useDocumentFieldEditing>['fields'],
    invitations: Pick<ReturnType<typeof useGuests>, 'guests'>,
    openDialog: (dialog: EditorDialog) => void,
  ) =>
  (field: PlacedField) =>
    !readOnlyReason && isInvited(settle(field), invitations)
      ? openDialog({ kind: 'remove-field', field })
      : void remove(field)

const hasUnsaved = (state: Parameters<typeof isUnsaved>[0], signers: Parameters<typeof withoutField>[0]): boolean =>
  isUnsaved(state) || withoutField(signers).length > 0

/** Besides the fields' own signers. */
const useOtherPeople = (options: ParticipantsOptions) => ({
  participants: useParticipants(options),
  alternates: useAlternates(options),
})

export const useEditor = ({ file, onChanged }: Pick<DocumentEditorProps, 'file' | 'onChanged'>) => {
  const notify = useNotify()
  const [announcement, announce] = useState('')
  const dialogs = useDialogs()
  const cancellation = useCancellation(file)
  const sent = useInvitations(file, dialogs.shown.kind === 'invite')
  const base = { file, notify, onChanged }
  const editing = useDocumentFieldEditing({ ...base, ...cancellation, invited: invitedFields(sent), announce })
  const { fields, removeAll: _, addThirdParty: __, ...models } = editing
  const facts = fileFacts(file, cancellation.cancelled)
  const invitations = useGuests({ ...base, fields, invitations: sent })
  const others = useOtherPeople({ ...base, ofTemplate: fields.ofTemplate })
  const { participants } = others
  const template = useTemplateEdit({ ...models, file, fields, participants, dialogs, notify })
  const signers = useSigners({ ...editing, notify, openDialog: dialogs.open })

  return {
    ...base,
    ...models,
    fields: { ...fields, askToRemove: askingToRemove(fields, invitations, dialogs.open) },
    signers,
    marks: useSignerMarks(signers.list),
    invitations,
    ...others,
    questions: useQuestions({ file, onChanged, openDialog: dialogs.open }),
    inviting: useSaveToInvite({ editing: models.editing, openDialog: dialogs.open }),
    primary: primaryAction({
      ...facts,
      ...invitations,
      fields: fields.settled,
      signers: signers.list,
      participants: participants.list,
      now: Date.now(),
    }),
    cancellation,
    places: usePlaces(takesFields(fields, facts)),
    template,
    dialogs,
    startSigning: signingStarter({ ...models.editing, isCancelled: facts.cancelled, notify, openDialog: dialogs.open }),
    announcement,
    announce,
    unsaved: !facts.cancelled && (template.changed || hasUnsaved(models.editing.state, signers.list)),
  }
}

export type EditorModel = ReturnType<typeof useEditor>
