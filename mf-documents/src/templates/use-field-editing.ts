import { useRef } from 'react'
import { messageOf } from 'shared/http'
import { type TemplateSummary, templatesApi } from 'shared/http/annotations'
import { notify } from 'shared/state'

export const useFieldEditing = (onOpen: (documentId: number) => void) => {
  const busy = useRef(false)
  return async ({ id, name }: TemplateSummary): Promise<void> => {
    if (busy.current) return
    busy.current = true
    try {
      const { document_id, resumed } = await templatesApi.editFields(id)
      if (resumed) notify({ type: 'info', message: `Sigue con los cambios de «${name}» que no habías guardado.` })
      onOpen(document_id)
    } catch (error) {
      notify({ type: 'error', message: messageOf(error, 'No se pudo abrir la plantilla') })
    }
    busy.current = false
  }
}
