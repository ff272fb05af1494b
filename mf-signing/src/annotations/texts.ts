import type { AnnotationMode } from './modes.ts'

/** Texts of pdf.js itself are in adapter/es.ftl. */
export const annotationTexts = {
  annotate: 'Anotar',
  opening: 'Preparando las anotaciones…',
  openFailed: 'No se pudieron preparar las anotaciones. Revisa tu conexión e inténtalo de nuevo.',
  retry: 'Reintentar',
  finish: 'Terminar',
  editor: 'Anotaciones',
  tools: 'Herramientas de anotación',
  area: 'Documento con anotaciones',
  choose: 'Elige una herramienta para empezar a anotar.',
  undo: 'Deshacer',
  redo: 'Rehacer',
  selectAll: 'Seleccionar todo',
  remove: 'Eliminar lo seleccionado',
  options: 'Opciones',
  closeOptions: 'Cerrar las opciones',
  modes: {
    none: 'Leer',
    highlight: 'Resaltar',
    text: 'Texto',
    drawing: 'Dibujar',
    image: 'Imagen',
    signature: 'Firma',
    comments: 'Comentarios',
  },
  hints: {
    none: '',
    highlight: 'Selecciona texto para resaltarlo, o arrastra sobre cualquier otro lugar.',
    text: 'Pulsa donde quieras escribir.',
    drawing: 'Dibuja con el ratón, el dedo o un lápiz.',
    image: 'También puedes pegarla o arrastrarla al documento.',
    signature: 'Esta firma es un dibujo: no es la firma digital del documento.',
    comments: 'Selecciona una anotación para comentarla.',
  },
  color: 'Color',
  otherColor: 'Otro color',
  thickness: 'Grosor',
  size: 'Tamaño',
  opacity: 'Opacidad',
  highlightsShown: 'Mostrar los resaltados',
  addImage: 'Agregar imagen',
  points: (value: number) => `${value} pt`,
} as const satisfies { modes: Record<AnnotationMode, string>; hints: Record<AnnotationMode, string> } & Record<
  string,
  unknown
>

const removedKinds: Readonly<Record<string, string>> = {
  highlight: 'Resaltado eliminado',
  freetext: 'Texto eliminado',
  ink: 'Dibujo eliminado',
  stamp: 'Imagen eliminada',
  signature: 'Firma eliminada',
  comment: 'Comentario eliminado',
}

export const removedText = (what: string | number): string => {
  if (typeof what === 'string') return removedKinds[what] ?? 'Anotación eliminada'
  return what === 1 ? 'Anotación eliminada' : `${what} anotaciones eliminadas`
}

export const altTexts = {
  title: 'Texto alternativo',
  description: 'Describe la imagen para quien no la puede ver. Se guarda en el documento.',
  label: 'Descripción',
  help: 'Una o dos frases: qué muestra y para qué está.',
  proposed: 'Propuesta tomada del nombre del archivo. Revísala antes de guardarla.',
  decorative: 'Es decorativa: un lector de pantalla la puede saltar',
  missing: 'Escribe una descripción o marca la imagen como decorativa.',
  save: 'Guardar texto',
  notNow: 'Ahora no',
  cancel: 'Cancelar',
  preview: 'Vista previa de la imagen',
} as const
