/** Also in the page itself, before any other script. */
export const signWords = { sign: 'Agregar Firma Digital', preparing: 'Preparando la firma…' } as const
