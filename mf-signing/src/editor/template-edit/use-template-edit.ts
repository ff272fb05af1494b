import { useRef, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { filesApi, HttpError, messageOf } from 'shared/http'
import { type TemplateDraft, templatesApi } from 'shared/http/deferred'
import { mayBeDone } from '../../call-failure.ts'
import type { EditorDialog } from '../editor-dialog.ts'
import type { useDocumentFieldEditing } from '../use-field-editing.ts'
import type { NotifyEditor } from '../use-notify.ts'
import { templateTexts } from './texts.ts'
import { type ChangesOptions, useTemplateChanges } from './use-template-changes.ts'

type Version = Parameters<typeof templatesApi.saveVersion>[1]
type Edit = NonNullable<UserFile['template_edit']>

/** Undefined without a signer. */
const versionOf = (documentId: number, { version }: Edit, { roles, message }: TemplateDraft): Version | undefined =>
  roles.some(({ kind }) => kind === 'firma')
    ? { version, document_id: documentId, roles: roles.map(({ key, name }) => ({ key, name })), message }
    : undefined

/** An unanswered save may have succeeded. */
const useVersion = (documentId: number, edit: Edit | undefined) => {
  const unanswered = useRef<Version>(undefined)
  return async (): Promise<number | undefined> => {
    if (!edit) return undefined
    const body = unanswered.current ?? versionOf(documentId, edit, await templatesApi.draft(documentId))
    if (body === undefined) return undefined
    unanswered.current = undefined
    try {
      return (await templatesApi.saveVersion(edit.template_id, body)).version
    } catch (error) {
      if (mayBeDone(error)) unanswered.current = body
      throw error
    }
  }
}

interface TemplateEditOptions extends ChangesOptions, Pick<ReturnType<typeof useDocumentFieldEditing>, 'editing'> {
  readonly dialogs: { readonly open: (dialog: EditorDialog) => void }
  readonly notify: NotifyEditor
}

export const useTemplateEdit = (options: TemplateEditOptions) => {
  const { file, editing, dialogs, notify } = options
  const { template_edit: edit } = file
  const changed = useTemplateChanges(options)
  const [busy, setBusy] = useState(false)
  const storeVersion = useVersion(file.id, edit)

  const attempt = async (): Promise<boolean> => {
    const problem = await editing.flush()
    if (problem !== undefined) {
      notify('error', problem)
      return false
    }
    const version = await storeVersion()
    if (version === undefined) notify('warning', templateTexts.empty)
    else notify('success', templateTexts.saved(edit?.name ?? '', version))
    return version !== undefined
  }
  const explain = (error: unknown) => {
    if (error instanceof HttpError && error.code === 'TEMPLATE_CHANGED') return dialogs.open({ kind: 'save-template' })
    notify('error', messageOf(error))
  }
  const save = async (): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    try {
      return await attempt()
    } catch (error) {
      explain(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    edit,
    changed,
    busy,
    save,
    discard: () => filesApi.delete(file.id).then(undefined, () => undefined),
  }
}
