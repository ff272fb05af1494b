export const fieldStatusTexts = {
  navigating: (page: number) => `Navegando a la página ${page}…`,
  visible: 'Campo de firma visible.',
  ready: 'Campo de firma listo para firmar.',
  unavailable: 'Navegación directa no disponible',
} as const

export interface FieldProgress {
  readonly fieldPage: number
  readonly pageCount: number
  readonly pageNumber: number
  readonly ready: boolean
  readonly painted: number | undefined
}

/** Status text while scrolling to the field (specification, section 4). */
export const fieldStatusText = ({ fieldPage, pageCount, pageNumber, ready, painted }: FieldProgress): string => {
  if (fieldPage > pageCount) return fieldStatusTexts.unavailable
  if (pageNumber !== fieldPage || !ready) return fieldStatusTexts.navigating(fieldPage)
  return painted === fieldPage ? fieldStatusTexts.ready : fieldStatusTexts.visible
}
