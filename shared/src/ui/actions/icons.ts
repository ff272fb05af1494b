/**
 * For the guest's first page: the shell already loads the library's core.
 * Import other icons where they are used.
 */
export { default as CheckIcon } from 'lucide-react/icons/check'
export { default as PenLineIcon } from 'lucide-react/icons/pen-line'
