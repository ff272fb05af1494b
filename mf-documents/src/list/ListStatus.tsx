import { VisuallyHidden } from 'shared/ui'
import type { DocumentsState } from '../documents/documents-state.ts'

/** Stays mounted: screen readers announce only changes of a region. */
export function ListStatus({ state, shown }: { readonly state: DocumentsState; readonly shown: boolean }) {
  const text = state.shown.kind === 'loading' ? 'Cargando documentos…' : state.announcement
  return <VisuallyHidden role="status">{shown && text}</VisuallyHidden>
}
