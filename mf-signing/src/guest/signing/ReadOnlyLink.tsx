import { Alert } from 'shared/ui'

export default function ReadOnlyLink() {
  return (
    <Alert tone="info" title="Este enlace es para leer">
      Con él no se puede firmar. Si te corresponde firmar, pide a su dueño que te envíe una invitación.
    </Alert>
  )
}
