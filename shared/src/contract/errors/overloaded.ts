/** Of a 503 without effect: the server has too many requests. */
export const OVERLOADED_MESSAGE = 'Estamos atendiendo a muchas personas a la vez. Vuelve a intentarlo en unos segundos.'
