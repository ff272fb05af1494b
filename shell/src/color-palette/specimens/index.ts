import { actions } from './actions.tsx'
import { dialogs } from './dialogs.tsx'
import { feedback } from './feedback.tsx'
import { fields } from './fields.tsx'
import { layout } from './layout.tsx'
import type { Specimen } from './specimen.ts'

/** PalettePage.test.tsx checks that none is missing. */
export const families: readonly { readonly title: string; readonly specimens: readonly Specimen[] }[] = [
  { title: 'Acciones', specimens: actions },
  { title: 'Campos', specimens: fields },
  { title: 'Avisos y espera', specimens: feedback },
  { title: 'Diálogos', specimens: dialogs },
  { title: 'Página y marca', specimens: layout },
]
