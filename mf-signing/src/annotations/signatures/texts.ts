import { SAVED_SIGNATURES_MAX } from 'shared/http/deferred'

export const signatureTexts = {
  title: 'Nueva firma',
  description: 'Es un dibujo sobre el documento: no lo firma digitalmente.',
  nameLabel: 'Descripción',
  nameHelp: 'Lo que oye quien no puede ver la firma. También es su nombre entre las guardadas.',
  defaultName: 'Firma',
  keep: 'Guardarla para otros documentos',
  full: `Ya tienes ${SAVED_SIGNATURES_MAX} firmas guardadas. Elimina una para guardar otra.`,
  add: 'Agregar firma',
  cancel: 'Cancelar',
  none: 'No se distingue una firma. Prueba con un trazo más grueso o con otra imagen.',
  notKept: 'La firma está en el documento, pero no se pudo guardar para otros.',
  notKeptForLater: 'Tu firma no se pudo guardar para la próxima vez.',
  saved: 'Firmas guardadas',
  loading: 'Cargando tus firmas…',
  notLoaded: 'No se pudieron cargar tus firmas guardadas.',
  retry: 'Reintentar',
  newSignature: 'Nueva firma',
  place: (name: string) => `Poner la firma «${name}»`,
  forget: (name: string) => `Eliminar la firma guardada «${name}»`,
  forgotten: (name: string) => `La firma «${name}» ya no está guardada. En los documentos se queda.`,
} as const
