import { formatLongDate } from '../../format.ts'

export const formatLastDay = (date: string): string => formatLongDate(`${date}T12:00:00-06:00`)

export const deadlineTexts = {
  summary: (date: string | undefined) =>
    date === undefined ? 'Fecha límite: sin fecha' : `Fecha límite: ${formatLastDay(date)}`,
  until: (date: string) => `hasta el ${formatLastDay(date)}`,
  label: 'Último día para firmar',
  extendDate: 'Ampliar la fecha',
  extend: 'Nuevo último día para firmar',
  help: 'Hasta el final de ese día en Costa Rica. Recordamos la firma 3 días y 1 día antes, y avisamos de cada cambio a quienes todavía deben firmar.',
  save: 'Guardar fecha',
  remove: 'Quitar fecha',
  missing: 'Elige una fecha.',
  saved: (day: string) => `Se puede firmar hasta el final del ${day}.`,
  removed: 'El documento ya no tiene fecha límite.',
  expired: (day: string) => `El plazo para firmar terminó el ${day}`,
  expiredMeaning: 'Nadie puede firmar. Si amplías la fecha, las invitaciones que enviaste vuelven a servir.',
} as const
