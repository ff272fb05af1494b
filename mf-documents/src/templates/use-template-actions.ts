import { useRef } from 'react'
import { messageOf } from 'shared/http'
import { type TemplateSummary, templatesApi } from 'shared/http/deferred'
import { notify } from 'shared/state'

const useOneAtATime = (work: (template: TemplateSummary) => Promise<void>) => {
  const busy = useRef(false)
  return async (template: TemplateSummary): Promise<void> => {
    if (busy.current) return
    busy.current = true
    await work(template).catch((error: unknown) => notify({ type: 'error', message: messageOf(error) }))
    busy.current = false
  }
}

export const useDuplication = (onDone: () => void) =>
  useOneAtATime(async ({ id }) => {
    const copy = await templatesApi.duplicate(id)
    notify({ type: 'success', message: `Se guardó «${copy.name}»` })
    onDone()
  })

export const useTemplateFieldEditing = (onOpen: (documentId: number) => void) =>
  useOneAtATime(async ({ id, name }) => {
    const { document_id, resumed } = await templatesApi.editFields(id)
    if (resumed) notify({ type: 'info', message: `Sigue con los cambios de «${name}» que no habías guardado.` })
    onOpen(document_id)
  })
