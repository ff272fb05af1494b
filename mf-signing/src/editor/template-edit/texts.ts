export const templateTexts = {
  title: (name: string) => `Plantilla: ${name}`,
  save: 'Guardar en la plantilla',
  saved: (name: string, version: number) => `Se guardó la versión ${version} de la plantilla «${name}».`,
  empty: 'Coloca al menos un campo de firma para guardar la plantilla.',
  changed: 'Cambios sin guardar',
  leave: 'Los cambios todavía no están en la plantilla. Si sales sin guardar, la plantilla queda como estaba.',
  noRoles:
    'Todavía no hay roles. Agrega quién firma, o un campo para ti: aparece sobre la página y lo colocas donde va.',
  addRole: 'Agregar rol',
  roleName: 'Nombre del rol',
  roleHelp: 'Por ejemplo «Arrendatario». Al usar la plantilla dirás qué persona es.',
  addOther: 'Agregar rol que no firma',
  otherHelp: 'Por ejemplo «Aprueba: gerente». Al usar la plantilla dirás qué persona es.',
  roleKnown: 'La plantilla ya tiene un rol con ese nombre.',
} as const
