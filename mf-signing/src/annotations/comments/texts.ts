/** What the page says about comments. */
export const commentTexts = {
  sidebar: 'Comentarios',
  count: (count: number) => (count === 1 ? '1 comentario' : `${count} comentarios`),
  empty: 'Todavía no hay comentarios. Selecciona una anotación y pulsa su botón de comentario.',
  page: (page: number) => `Página ${page}`,
  popup: 'Comentario',
  edit: 'Editar el comentario',
  remove: 'Eliminar el comentario',
  close: 'Cerrar el comentario',
  newTitle: 'Nuevo comentario',
  editTitle: 'Editar comentario',
  label: 'Comentario',
  help: 'Si lo dejas vacío, el comentario se elimina. Se guarda en el documento.',
  save: 'Guardar comentario',
  delete: 'Eliminar comentario',
  cancel: 'Cancelar',
} as const
