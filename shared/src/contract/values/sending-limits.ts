/** Documents of one sending. A document may be in one at most. */
export const SENDING_DOCUMENTS_MIN = 2
export const SENDING_DOCUMENTS_MAX = 20
