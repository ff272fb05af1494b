/** More fields than any real document has; keeps one document from costing without bound. */
export const FIELDS_PER_DOCUMENT_MAX = 200
/** By how much a field may stick out through rounding, as a fraction of the page. */
export const ROUNDING = 1e-6
