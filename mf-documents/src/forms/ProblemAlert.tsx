import { Alert } from 'shared/ui'

export function ProblemAlert({ text }: { readonly text: string | undefined }) {
  if (!text) return null
  return (
    <Alert tone="error" live="assertive">
      {text}
    </Alert>
  )
}
