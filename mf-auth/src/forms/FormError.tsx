import { Alert } from 'shared/ui'

export function FormError({ message }: { readonly message: string | undefined }) {
  if (message === undefined) return null
  return (
    <Alert tone="error" live="assertive">
      {message}
    </Alert>
  )
}
