/**
 * Icons of the first page that a guest sees. A remote that imports one of the library's brings the library's core along;
 * here that is there already. Every other icon is imported where it is used.
 */
export { default as CheckIcon } from 'lucide-react/icons/check'
export { default as PenLineIcon } from 'lucide-react/icons/pen-line'
