import { useEffect, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { templatesApi } from 'shared/http/deferred'
import type { useDocumentFieldEditing } from '../use-field-editing.ts'

export interface ChangesOptions extends Pick<ReturnType<typeof useDocumentFieldEditing>, 'fields' | 'forms'> {
  readonly file: UserFile
}

const templateState = ({ file, fields, forms }: ChangesOptions): string => {
  const signatures = fields.all.map(({ type, signerEmail, page, rect }) =>
    JSON.stringify([type, signerEmail, page, rect]),
  )
  return JSON.stringify([file.revision, file.signing_mode, signatures.toSorted(), forms.all])
}

export const useTemplateChanges = (options: ChangesOptions): boolean => {
  const { file, fields, forms } = options
  const isTemplate = file.template_edit !== undefined
  const [left, setLeft] = useState(false)
  const [first, setFirst] = useState<string>()
  const ready = isTemplate && fields.load.kind === 'ready' && forms.load.kind === 'ready'
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
