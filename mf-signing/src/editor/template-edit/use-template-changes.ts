import { useEffect, useState } from 'react'
import type { UserFile } from 'shared/contract'
import type { Participant } from 'shared/contract/participants'
import { templatesApi } from 'shared/http/deferred'
import type { useDocumentFieldEditing } from '../use-field-editing.ts'

export interface ChangesOptions extends Pick<ReturnType<typeof useDocumentFieldEditing>, 'fields' | 'forms'> {
  readonly file: UserFile
  /** Roles without a field. */
  readonly participants: {
    readonly list: readonly Pick<Participant, 'kind' | 'name' | 'note' | 'copy_when'>[]
    readonly load: { readonly kind: string }
  }
}

const templateState = ({ file, fields, forms, participants }: ChangesOptions): string => {
  const signatures = fields.all.map(({ type, signerEmail, page, rect }) =>
    JSON.stringify([type, signerEmail, page, rect]),
  )
  const others = participants.list.map(({ kind, name, note, copy_when }) => [kind, name, note, copy_when])
  return JSON.stringify([file.revision, file.signing_mode, signatures.toSorted(), forms.all, others])
}

export const useTemplateChanges = (options: ChangesOptions): boolean => {
  const { file, fields, forms, participants } = options
  const isTemplate = file.template_edit !== undefined
  const [left, setLeft] = useState(false)
  const [first, setFirst] = useState<string>()
  const ready = isTemplate && [fields, forms, participants].every(({ load }) => load.kind === 'ready')
  const state = ready ? templateState(options) : undefined
  useEffect(() => setFirst((known) => known ?? state), [state])
  useEffect(() => {
    if (!isTemplate) return
    const controller = new AbortController()
    templatesApi.draft(file.id, controller.signal).then(
      ({ changed }) => setLeft(changed === true),
      () => undefined,
    )
    return () => controller.abort()
  }, [isTemplate, file.id])
  return left || (first !== undefined && state !== undefined && first !== state)
}
