import { useRef } from 'react'
import { messageOf } from 'shared/http'
import { type TemplateSummary, templatesApi } from 'shared/http/annotations'
import { notify } from 'shared/state'

export const useDuplication = (onDone: () => void) => {
  const busy = useRef(false)
  return async ({ id }: TemplateSummary): Promise<void> => {
    if (busy.current) return
    busy.current = true
    try {
      const copy = await templatesApi.duplicate(id)
      notify({ type: 'success', message: `Se guardó «${copy.name}»` })
      onDone()
    } catch (error) {
      notify({ type: 'error', message: messageOf(error, 'No se pudo duplicar la plantilla') })
    }
    busy.current = false
  }
}
