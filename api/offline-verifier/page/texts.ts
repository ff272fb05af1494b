import type { EvidenceVerdict } from '../check-evidence.ts'
import type { EvidenceTone } from '../finding.ts'

export const pageTexts = {
  busy: 'Verificando…',
  notChecked: 'No se pudo verificar',
  damagedZip: 'El paquete está dañado. Descárgalo de nuevo, o elige sus archivos ya extraídos.',
  failed: 'Ocurrió algo inesperado al leer los archivos. Recarga la página e intenta de nuevo.',
} as const

/** Colour must not be the only signal. */
export const toneWords: Readonly<Record<EvidenceTone, string>> = {
  good: 'Correcto.',
  neutral: 'Nota.',
  warning: 'Falta.',
  bad: 'Alterado.',
}

export const verdictWords: Readonly<
  Record<EvidenceVerdict['kind'], { readonly title: string; readonly text: string }>
> = {
  valid: {
    title: 'Evidencia válida',
    text: 'Las firmas corresponden al documento, el registro está completo y los dos van juntos.',
  },
  incomplete: {
    title: 'Nada está alterado, pero falta algo',
    text: 'Elige el documento firmado, el registro (registro.jsonl) y su cabeza (cabeza.json), o el paquete completo.',
  },
  altered: {
    title: 'La evidencia fue alterada',
    text: 'Abajo se dice qué cambió. No confíes en estos archivos.',
  },
}
