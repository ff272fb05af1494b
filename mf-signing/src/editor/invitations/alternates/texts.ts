const list = new Intl.ListFormat('es', { type: 'unit', style: 'narrow' })

export const alternateTexts = {
  open: 'Puede firmar otra persona en su lugar',
  menu: 'Quién firma',
  menuOf: (name: string) => `Más opciones de ${name}`,
  anyOf: (names: readonly string[]) => `Cualquiera de: ${names.join(', ')}`,
  title: (name: string) => `Quién puede firmar en lugar de ${name}`,
  means: 'Cada persona recibe su propio enlace. Vale la primera firma, y las demás leen quién firmó.',
  listOf: (name: string) => `En lugar de ${name}`,
  heading: 'Pueden firmar en lugar de otra persona',
  instead: (names: readonly string[]) => `En lugar de ${list.format(names)}`,
  add: 'Agregar persona',
  full: (most: number) => `Un campo lo pueden firmar hasta ${most} personas. Quita una para agregar otra.`,
  remove: 'Quitar',
  removed: (name: string) => `${name} ya no puede firmar.`,
  invite: 'Enviar invitación',
  reminded: (name: string) => `Le recordamos a ${name} por correo.`,
  invited: (name: string) => `Invitamos a ${name}.`,
  close: 'Cerrar',
} as const
